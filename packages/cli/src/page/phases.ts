import type { ObjectId, PhaseChange } from "./protocol.ts";

/** A Machine that changes its phase more often than this is stuck in a loop: what it did last shows that. */
const mostChanges = 30;

/** When each object came into each phase, as seen since this was made. */
export class PhaseHistory {
  readonly #changes = new Map<ObjectId, readonly PhaseChange[]>();

  /** Notes the phase that an object has now. The list of an object whose phase has not changed stays the same one. */
  note(id: ObjectId, phase: string | undefined, now: number): void {
    const known = this.#changes.get(id) ?? [];
    if (phase === undefined || known.at(-1)?.phase === phase) return;
    this.#changes.set(id, [...known, { phase, at: new Date(now).toISOString() }].slice(-mostChanges));
  }

  /** Forgets an object that is gone. */
  forget(id: ObjectId): void {
    this.#changes.delete(id);
  }

  /** Oldest first; undefined for objects without phases. */
  of(id: ObjectId): readonly PhaseChange[] | undefined {
    return this.#changes.get(id);
  }
}
