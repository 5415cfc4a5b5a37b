/** A caller of a {@link JsonEndpoint}. */
export interface EndpointCall {
  /** Aborts when the client has disconnected, so that no one waits for the answer. */
  readonly signal: AbortSignal;
}

/**
 * A path at which a webhook server answers JSON with JSON, for protocols other than admission and conversion: the same certificate, limits,
 * metrics and client authentication.
 */
export interface JsonEndpoint {
  /** The path, without a query. */
  readonly path: string;
  /**
   * Answers the JSON object in the body of a POST request.
   *
   * @throws Error - made by `refusal`: the client gets its status and its message.
   */
  answer(body: Readonly<Record<string, unknown>>, call: EndpointCall): unknown;
}
