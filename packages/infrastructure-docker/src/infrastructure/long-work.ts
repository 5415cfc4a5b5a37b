/** Work that takes minutes, such as pulling an image. It continues while reconciles come and go, and ends with the process. */
export class LongWork {
  readonly #running = new Map<string, Promise<void>>();
  readonly #failed = new Map<string, unknown>();
  readonly #closing = new AbortController();

  /**
   * Starts the work of a key unless it runs.
   *
   * @throws the error that the last run of the key ended with, once: the next call starts it again.
   */
  ensureRuns(key: string, work: (signal: AbortSignal) => Promise<void>): void {
    if (this.#failed.has(key)) {
      const error = this.#failed.get(key);
      this.#failed.delete(key);
      throw error;
    }
    if (!this.#running.has(key)) this.#running.set(key, this.#run(key, work));
  }

  /** Resolves when no work runs. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Ends all work. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("The provider stops"));
    await this.idle();
  }

  async #run(key: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    try {
      await work(this.#closing.signal);
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#failed.set(key, error);
    } finally {
      this.#running.delete(key);
    }
  }
}
