/** Does what concerns the same cluster one after the other, so that its machines do not race each other in one process. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` once everything given for the cluster before has ended, however it ended. */
  run<Value>(clusterUid: string, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(clusterUid) ?? Promise.resolve();
    const result = before.then(work);
    const ended = result
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(clusterUid) === ended) this.#last.delete(clusterUid);
      });
    this.#last.set(clusterUid, ended);
    return result;
  }
}
