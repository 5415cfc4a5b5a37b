const most = 1_000;

/**
 * Caches the content of tokens with verified signatures, because verification takes longer than the rest of a request. Do not cache facts
 * that may change while the token stays the same.
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
