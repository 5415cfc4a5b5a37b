const most = 1_000;

/**
 * What tokens say whose signatures were verified: to do it again takes longer than all else that a request needs. What may change
 * while the token does not must not be kept here.
 */
export class VerifiedTokens<Content> {
  readonly #known = new Map<string, Content>();

  get(token: string): Content | undefined {
    return this.#known.get(token);
  }

  keep(token: string, content: Content): Content {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= most && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(token, content);
    return content;
  }
}
