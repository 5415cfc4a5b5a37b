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

/** `asking`: whether listing is allowed is not known yet; `refused`: not allowed yet; `reading`: the first lists; `open`: served. */
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
 * Adds namespaces to the informers of a cache by the prefixes of their names, including namespaces that are created later.
 *
 * A namespace is read once listing every kind in it is allowed. The server is asked about that first, so that it never refuses a list. All
 * informers report the namespace at the same time, after all have read it: no listener sees a Machine there before its Cluster.
 */
export class NamespaceAdmission {
  readonly #options: NamespaceAdmissionOptions;
  readonly #members: Member[] = [];
  readonly #known = new Map<string, Admitted>();
  /** Whether namespaces that existed at the start are still undecided. */
  #isStarting = true;

  constructor(options: NamespaceAdmissionOptions) {
    this.#options = options;
  }

  /** Starts to follow the Namespaces; call it once. */
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

  /** Adds the served namespaces to an informer, now and later. */
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

  /** Releases complete namespaces; called when a held feed has read something. */
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

  /** Asks about each kind until listing is allowed, including kinds that are requested in the meantime. */
  async #untilAllowed(admitted: Admitted, signal: AbortSignal): Promise<void> {
    const { mayList, clock, random, logger } = this.#options;
    const allowed = new Set<string>();
    for (let failures = 0; ;) {
      const kind = this.#members.map(({ informer }) => informer.kind).find((each) => !allowed.has(kindKey(each)));
      if (kind === undefined) return;
      const answer = await mayList(kind, admitted.name, signal).catch((error: unknown) => {
        if (!signal.aborted) logger.warn("The server's access review failed; retrying", { error });
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
        logger.warn("A namespace is not served until the manager may list its objects; check its RoleBindings", {
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

  /** At the start, informers are complete when every namespace is served or waits for its permissions. */
  #settle(): void {
    if (!this.#isStarting || !this.#options.namespaces.synced) return;
    const undecided = [...this.#known.values()].some(({ stage }) => stage === "asking" || stage === "reading");
    if (undecided) return;
    this.#isStarting = false;
    for (const { informer } of this.#members) informer.complete();
  }
}
