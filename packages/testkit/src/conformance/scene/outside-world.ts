import { CapstanError } from "@capstan/kube";

/** The infrastructure refused a call, because the suite tests how a provider handles this. */
export class OutsideWorldError extends CapstanError {
  readonly code = "InfrastructureOutOfOrder";
  readonly retry = "backoff";

  constructor() {
    super("The conformance suite makes the infrastructure fail temporarily");
  }
}

/**
 * The suite's view of the infrastructure behind the kind under test: machines for an infra machine, load balancers and similar for an infra
 * cluster. The author's cloud, or a test double of it, reports to it.
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
  /** @internal Called before calls fail: a provider may handle this in any way, and may throw. */
  onFailing: (() => void) | undefined;

  /**
   * Call it before each call of the infrastructure.
   *
   * @throws {@link OutsideWorldError} the suite makes the infrastructure fail; do not catch it.
   */
  call(): void {
    if (this.#failures === 0) return;
    this.#failures -= 1;
    throw new OutsideWorldError();
  }

  /**
   * Call it when something has been created outside, before the provider gets the answer; for a machine, pass its bootstrap data. Repeats
   * are ignored.
   *
   * @throws {@link OutsideWorldError} the suite loses the answer, although the thing exists; do not catch it.
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

  /** Call it when the thing is removed. */
  removed(id: string): void {
    this.#existing.delete(id);
  }

  /** @internal Makes the next calls fail. */
  failNext(count: number): void {
    this.onFailing?.();
    this.#failures = count;
  }

  /** @internal Loses the answer to the next creation. */
  loseNextAnswer(): void {
    this.onFailing?.();
    this.#losesNext = true;
  }

  /** The existing things, by id, with their bootstrap data. */
  get existing(): ReadonlyMap<string, string | undefined> {
    return this.#existing;
  }

  /** The ids of all creations, in order. */
  get everCreated(): readonly string[] {
    return this.#created;
  }
}
