import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import type { Scope } from "../client/client.ts";
import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../logging/logger.ts";
import { kindKey } from "../kubernetes/define-kind.ts";
import { watchBackoffMs } from "../watch/backoff.ts";
import type { Informer } from "./informer.ts";
import { hasServedPrefix, type NamespacePatterns } from "./namespace-patterns.ts";
import type { SharedInformer } from "./shared-informer.ts";

/** Options of {@link NamespaceAdmission}. */
export interface NamespaceAdmissionOptions {
  readonly patterns: NamespacePatterns;
  /** The existing Namespaces. */
  readonly namespaces: Informer;
  readonly mayList: (kind: ResourceKind, namespace: string, signal: AbortSignal) => Promise<boolean>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** `asking`: finding out whether it may be read; `refused`: not yet; `reading`: the first lists; `open`: it is served. */
type Stage = "asking" | "refused" | "reading" | "open";

interface Admitted {
  readonly name: string;
  readonly leaving: AbortController;
  stage: Stage;
}

interface Member {
  readonly informer: SharedInformer<KubernetesObject>;
  readonly scope: Scope;
}

/**
 * Lets namespaces into the informers of a cache by the prefixes of their names, including those that are created later.
 *
 * A namespace is read once every kind may be listed in it; the server is asked about that first, so that it never refuses a
 * request. All informers report the namespace at the same time, when all have read it: no listener sees a Machine there before its
 * Cluster.
 */
export class NamespaceAdmission {
  readonly #options: NamespaceAdmissionOptions;
  readonly #members: Member[] = [];
  readonly #known = new Map<string, Admitted>();
  /** Not all namespaces that existed at the start have been decided on. */
  #isStarting = true;

  constructor(options: NamespaceAdmissionOptions) {
    this.#options = options;
  }

  /** Follows the Namespaces from now on; once. */
  start(): void {
    const { namespaces, patterns, signal } = this.#options;
    namespaces.onEvent(({ type, object }) => {
      const { name } = object.metadata;
      if (!hasServedPrefix(patterns, name)) return;
      if (type === "deleted") this.#dismiss(name);
      else if (!this.#known.has(name)) void this.#admit(name);
    });
    namespaces.waitForSync(signal).then(
      () => {
        this.#settle();
      },
      () => undefined,
    );
  }

  /** Gives an informer the namespaces that are served, and those that will be. */
  join(informer: SharedInformer<KubernetesObject>, scope: Scope): void {
    this.#members.push({ informer, scope });
    for (const { name, stage } of this.#known.values()) {
      if (stage === "open" || stage === "reading") informer.admit({ ...scope, namespace: name }, stage === "reading");
    }
    if (!this.#isStarting) informer.complete();
  }

  /** The namespaces that are about to be read. */
  get pending(): readonly string[] {
    return [...this.#known.values()].filter(({ stage }) => stage === "asking").map(({ name }) => name);
  }

  /** A feed that is held has read something: namespaces that are complete are released. */
  onHeld(): void {
    for (const admitted of this.#known.values()) {
      if (admitted.stage !== "reading") continue;
      if (!this.#members.every(({ informer }) => informer.isReady(admitted.name))) continue;
      admitted.stage = "open";
      for (const { informer } of this.#members) informer.release(admitted.name);
      this.#options.logger.info("A namespace is served", { namespace: admitted.name });
    }
    this.#settle();
  }

  async #admit(name: string): Promise<void> {
    const admitted: Admitted = { name, leaving: new AbortController(), stage: "asking" };
    this.#known.set(name, admitted);
    const signal = AbortSignal.any([this.#options.signal, admitted.leaving.signal]);
    try {
      await this.#untilAllowed(admitted, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    admitted.stage = "reading";
    for (const { informer, scope } of this.#members) informer.admit({ ...scope, namespace: name }, true);
    this.onHeld();
  }

  /** Asks about each kind until it may be listed; kinds that are asked for in the meantime too. */
  async #untilAllowed(admitted: Admitted, signal: AbortSignal): Promise<void> {
    const { mayList, clock, random, logger } = this.#options;
    const allowed = new Set<string>();
    for (let failures = 0; ;) {
      const kind = this.#members.map(({ informer }) => informer.kind).find((each) => !allowed.has(kindKey(each)));
      if (kind === undefined) return;
      const answer = await mayList(kind, admitted.name, signal).catch((error: unknown) => {
        if (!signal.aborted) logger.warn("The server does not report what may be read; retrying", { error });
        return undefined;
      });
      signal.throwIfAborted();
      if (answer === true) {
        allowed.add(kindKey(kind));
        continue;
      }
      failures += 1;
      if (answer === false && admitted.stage === "asking") {
        admitted.stage = "refused";
        logger.warn("A namespace is not served until its objects may be listed; check its RoleBindings", {
          namespace: admitted.name,
          kind: kindKey(kind),
        });
        this.#settle();
      }
      await clock.sleep(watchBackoffMs(failures, random()), signal);
    }
  }

  #dismiss(name: string): void {
    const admitted = this.#known.get(name);
    if (admitted === undefined) return;
    this.#known.delete(name);
    admitted.leaving.abort();
    for (const { informer } of this.#members) informer.dismiss(name);
    this.#settle();
  }

  /** At first, informers are complete when every namespace is served or has to wait for its rights. */
  #settle(): void {
    if (!this.#isStarting || !this.#options.namespaces.synced) return;
    const undecided = [...this.#known.values()].some(({ stage }) => stage === "asking" || stage === "reading");
    if (undecided) return;
    this.#isStarting = false;
    for (const { informer } of this.#members) informer.complete();
  }
}
