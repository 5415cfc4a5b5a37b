import { CapstanError } from "@capstan/kube";

/** The infrastructure refused a call, because the suite tests how a provider handles that. */
export class OutsideWorldError extends CapstanError {
  readonly code = "InfrastructureOutOfOrder";
  readonly retry = "backoff";

  constructor() {
    super("The infrastructure fails for a while, on request of the conformance suite");
  }
}

/**
 * What the suite sees of the infrastructure behind the kind under test: machines for an infra machine, load balancers and similar
 * for an infra cluster. Reported by the author's cloud, or a double of it.
 *
 * @example
 * ```ts
 * import type { OutsideWorld } from "@capstan/testkit/conformance";
 *
 * // A double of a cloud that reports to the suite what it does.
 * export class FakeCloud {
 *   readonly #outside: OutsideWorld;
 *
 *   constructor(outside: OutsideWorld) {
 *     this.#outside = outside;
 *   }
 *
 *   createServer(id: string, userData: string): void {
 *     this.#outside.call();
 *     this.#outside.created(id, userData);
 *   }
 * }
 * ```
 */
export class OutsideWorld {
  readonly #existing = new Map<string, string | undefined>();
  readonly #created: string[] = [];
  #failures = 0;
  #losesNext = false;
  /** @internal Called for the first creation. */
  onFirstCreation: (() => void) | undefined;
  /** @internal Called when calls are going to fail: what a provider makes of that is its own choice, also to throw. */
  onFailing: (() => void) | undefined;

  /**
   * To be called before each call of the infrastructure.
   *
   * @throws {@link OutsideWorldError} the suite has the infrastructure fail; let it pass.
   */
  call(): void {
    if (this.#failures === 0) return;
    this.#failures -= 1;
    throw new OutsideWorldError();
  }

  /**
   * To be called when something has been created outside, before the provider gets the answer; for a machine, with the bootstrap data
   * it got. Repeats are ignored.
   *
   * @throws {@link OutsideWorldError} the suite has the answer get lost, though the thing exists; let it pass.
   */
  created(id: string, bootstrapData?: string): void {
    if (this.#existing.has(id)) return;
    this.#existing.set(id, bootstrapData);
    this.#created.push(id);
    if (this.#created.length === 1) this.onFirstCreation?.();
    if (!this.#losesNext) return;
    this.#losesNext = false;
    throw new OutsideWorldError();
  }

  /** To be called when it is gone. */
  removed(id: string): void {
    this.#existing.delete(id);
  }

  /** @internal Lets the next calls fail. */
  failNext(count: number): void {
    this.onFailing?.();
    this.#failures = count;
  }

  /** @internal Lets the answer to the next creation get lost. */
  loseNextAnswer(): void {
    this.onFailing?.();
    this.#losesNext = true;
  }

  /** What exists now, by id, with the bootstrap data it got. */
  get existing(): ReadonlyMap<string, string | undefined> {
    return this.#existing;
  }

  /** What was ever created, in order. */
  get everCreated(): readonly string[] {
    return this.#created;
  }
}
