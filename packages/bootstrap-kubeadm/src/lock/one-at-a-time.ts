/** Serializes work for the same cluster, so that its machines do not race within a process. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` once all earlier work for the cluster has ended, successfully or not. */
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
