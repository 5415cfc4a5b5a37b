/**
 * Names of Machines whose creation was asked for and not answered: they may be there. They are asked for again before
 * a new name is made, so that a lost answer does not become a second Machine. After a restart everything is listed anew.
 */
export class AttemptedNames {
  readonly #names = new Map<string, Set<string>>();

  /** Names of a set that are open. */
  of(uid: string): readonly string[] {
    return [...(this.#names.get(uid) ?? [])];
  }

  /** The name is about to be asked for. */
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
