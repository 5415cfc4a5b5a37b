import type { DeepReadonly, ObjectKey } from "@capstan/contract";
import { type Labels, objectKeyText } from "@capstan/kube";
import { type Clock, isNotFound, type Manager, Secret } from "@capstan/runtime";
import { cachedSecret } from "../secrets/cluster-secrets.ts";
import type { SecretStrings } from "../reporting/secret-strings.ts";

/** How long a response stays valid, in milliseconds. */
const freshMs = 60_000;
const most = 1_000;

interface Answer {
  readonly atMs: number;
  readonly secret: Promise<DeepReadonly<Secret> | undefined>;
  /** Whether the response is that it does not exist. */
  isMissing: boolean;
}

/** How old the response about a Secret may be. */
export interface SecretAge {
  /** In milliseconds. Default: a minute. */
  readonly mostMs?: number;
  /** Whether that holds also for a Secret that was missing. Default: false, so that a new Secret is found by the next call. */
  readonly alsoMissing?: boolean;
}

/**
 * Reads Secrets by name for author code. Secrets with the cluster name label come from the cache of the manager, always up to date; any
 * other Secret that exists costs a GET, at most one per minute and Secret, however many objects read it.
 */
export class SecretReader {
  readonly #manager: Pick<Manager, "client" | "cache">;
  readonly #clock: Clock;
  readonly #answers = new Map<string, Answer>();

  constructor(manager: Pick<Manager, "client" | "cache" | "clock">) {
    this.#manager = manager;
    this.#clock = manager.clock;
  }

  /**
   * The values of a Secret by key, as strings; undefined if it does not exist. They are redacted from every later report.
   *
   * @param labels - sets of labels; a Secret that has none of them counts as missing. Default: no labels are required.
   */
  async read(
    key: ObjectKey,
    secrets: SecretStrings,
    signal: AbortSignal,
    labels?: readonly Labels[],
  ): Promise<Readonly<Record<string, string>> | undefined> {
    const secret = await this.get(key, signal);
    if (secret === undefined || labels?.some((set) => hasAll(secret, set)) === false) return undefined;
    const values = Object.entries(secret.data ?? {}).map(
      ([name, value]) => [name, Buffer.from(value, "base64").toString("utf8")] as const,
    );
    for (const [, value] of values) secrets.add(value);
    return Object.fromEntries(values);
  }

  /** A Secret; undefined if it does not exist. The caller keeps its values out of reports. */
  async get(key: ObjectKey, signal: AbortSignal, age: SecretAge = {}): Promise<DeepReadonly<Secret> | undefined> {
    return (await cachedSecret(this.#manager.cache, key, signal)) ?? (await this.#asked(key, age));
  }

  /** Called after a failure, which a stale value may have caused (a token that was renewed): the next call reads these Secrets again. */
  forget(keys: Iterable<ObjectKey>): void {
    for (const key of keys) this.#answers.delete(objectKeyText(key));
  }

  async #asked(key: ObjectKey, { mostMs = freshMs, alsoMissing = false }: SecretAge) {
    const id = objectKeyText(key);
    const nowMs = this.#clock.monotonic();
    const known = this.#answers.get(id);
    const isFresh = known !== undefined && nowMs - known.atMs < mostMs;
    if (isFresh && (alsoMissing || !known.isMissing)) return known.secret;
    // The request ignores the first caller's signal, because others wait for the same response.
    const answer: Answer = { atMs: nowMs, secret: this.#get(key), isMissing: false };
    this.#remember(id, answer);
    try {
      const secret = await answer.secret;
      answer.isMissing = secret === undefined;
      return secret;
    } catch (error) {
      if (this.#answers.get(id) === answer) this.#answers.delete(id);
      throw error;
    }
  }

  async #get(key: ObjectKey): Promise<DeepReadonly<Secret> | undefined> {
    try {
      return await this.#manager.client.get(Secret, key);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  #remember(id: string, answer: Answer): void {
    this.#answers.delete(id);
    this.#answers.set(id, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > most && oldest !== undefined) this.#answers.delete(oldest);
  }
}

function hasAll({ metadata }: DeepReadonly<Secret>, labels: Labels): boolean {
  return Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value);
}

const readers = new WeakMap<Manager["cache"], SecretReader>();

/** The reader that all reconcilers of a manager share. */
export function secretReaderOf(manager: Manager): SecretReader {
  const reader = readers.get(manager.cache) ?? new SecretReader(manager);
  readers.set(manager.cache, reader);
  return reader;
}
