/** Runs asynchronous work one after the other, in the order in which it was given. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all that has been given so far is done. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
