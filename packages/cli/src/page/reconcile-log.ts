import type { ObservedReconcile } from "./follow-reconciles.ts";
import type { Reconcile } from "./protocol.ts";
import { thrownError } from "./thrown-error.ts";

/** How many reconciles a newly opened page shows: of the author, and of the managers that run alongside the provider. */
const kept = { own: 500, others: 200 };

/** The last reconciles, in the order in which they ended. */
export class ReconcileLog {
  readonly #project: string | undefined;
  #own: readonly Reconcile[] = [];
  #others: readonly Reconcile[] = [];
  #last = 0;

  /** @param project - the folder of the author's sources. */
  constructor(project: string | undefined) {
    this.#project = project;
  }

  /** The stored reconciles, oldest first. */
  all(): Reconcile[] {
    return [...this.#own, ...this.#others].sort((one, other) => one.number - other.number);
  }

  /** @param own - whether they are the author's. @returns them, numbered. */
  add(observed: readonly ObservedReconcile[], own: boolean): Reconcile[] {
    const added = observed.map(({ error, ...reconcile }): Reconcile => {
      this.#last += 1;
      const thrown = error === undefined ? {} : { error: thrownError(error, this.#project) };
      return { ...reconcile, number: this.#last, own, ...thrown };
    });
    if (own) this.#own = [...this.#own, ...added].slice(-kept.own);
    else this.#others = [...this.#others, ...added].slice(-kept.others);
    return added.slice(own ? -kept.own : -kept.others);
  }
}
