/** What a trace says of a request to an API server. */
export interface TracedRequest {
  readonly method: string;
  /** Path with names replaced; see `urlTemplate`. */
  readonly template: string;
  readonly verb: string;
  readonly namespace: string;
  readonly name: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly server: { readonly address: string; readonly port: number };
}
