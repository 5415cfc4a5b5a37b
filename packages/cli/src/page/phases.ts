import type { ObjectId, PhaseChange } from "./protocol.ts";

/** A Machine that changes its phase more often than this is stuck in a loop, which its last changes show. */
const mostChanges = 30;

/** When each object entered each phase, as observed since this was created. */
export class PhaseHistory {
  readonly #changes = new Map<ObjectId, readonly PhaseChange[]>();

  /** Records the present phase of an object. The list of an object whose phase has not changed stays identical. */
  note(id: ObjectId, phase: string | undefined, now: number): void {
    const known = this.#changes.get(id) ?? [];
    if (phase === undefined || known.at(-1)?.phase === phase) return;
    this.#changes.set(id, [...known, { phase, at: new Date(now).toISOString() }].slice(-mostChanges));
  }

  /** Forgets a deleted object. */
  forget(id: ObjectId): void {
    this.#changes.delete(id);
  }

  /** Oldest first; undefined for objects without phases. */
  of(id: ObjectId): readonly PhaseChange[] | undefined {
    return this.#changes.get(id);
  }
}
