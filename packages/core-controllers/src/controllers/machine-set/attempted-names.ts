/**
 * Names of Machines whose creation was requested but not answered: they may exist. They are requested again before a new name is
 * made, so that a lost answer does not lead to a second Machine. After a restart, everything is listed again.
 */
export class AttemptedNames {
  readonly #names = new Map<string, Set<string>>();

  /** Names of a set that have not been answered. */
  of(uid: string): readonly string[] {
    return [...(this.#names.get(uid) ?? [])];
  }

  /** The creation of a Machine with this name is about to be requested. */
  open(uid: string, name: string): void {
    const names = this.#names.get(uid) ?? new Set();
    this.#names.set(uid, names.add(name));
  }

  /** The server has answered. */
  close(uid: string, name: string): void {
    const names = this.#names.get(uid);
    names?.delete(name);
    if (names?.size === 0) this.#names.delete(uid);
  }
}
