/**
 * Names of Machines whose creation was requested without a response: they may exist. They are requested again before a new name is
 * generated, so that a lost response does not lead to a second Machine. After a restart, the cache lists all Machines again.
 */
export class AttemptedNames {
  readonly #names = new Map<string, Set<string>>();

  /** Names of a set without a response. */
  of(uid: string): readonly string[] {
    return [...(this.#names.get(uid) ?? [])];
  }

  /** Records a name just before the request that creates its Machine. */
  open(uid: string, name: string): void {
    const names = this.#names.get(uid) ?? new Set();
    this.#names.set(uid, names.add(name));
  }

  /** Records that the server has responded. */
  close(uid: string, name: string): void {
    const names = this.#names.get(uid);
    names?.delete(name);
    if (names?.size === 0) this.#names.delete(uid);
  }
}
