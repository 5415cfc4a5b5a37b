const lifetimeMs = 10 * 60_000;

/**
 * Requests a value once per cluster rather than once per machine: a thousand workers that join together cost the management cluster one
 * request. Values are kept for ten minutes; failures are not kept.
 */
export class OncePerCluster<Value> {
  readonly #answers = new Map<string, { readonly value: Promise<Value>; readonly askedAt: number }>();

  /**
   * The value for a cluster, from `ask` if it is missing or too old.
   *
   * @param clusterUid - distinguishes a recreated cluster from its predecessor.
   * @param now - milliseconds since the epoch.
   */
  get(clusterUid: string, now: number, ask: () => Promise<Value>): Promise<Value> {
    const known = this.#answers.get(clusterUid);
    if (known !== undefined && now - known.askedAt < lifetimeMs) return known.value;
    this.#forgetOld(now);
    const answer = { value: ask(), askedAt: now };
    this.#answers.set(clusterUid, answer);
    answer.value.catch(() => {
      if (this.#answers.get(clusterUid) === answer) this.#answers.delete(clusterUid);
    });
    return answer.value;
  }

  #forgetOld(now: number): void {
    for (const [uid, { askedAt }] of this.#answers) {
      if (now - askedAt >= lifetimeMs) this.#answers.delete(uid);
    }
  }
}
