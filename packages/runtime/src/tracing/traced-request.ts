/** What a trace says of a request to an API server. */
export interface TracedRequest {
  /** Of HTTP. */
  readonly method: string;
  /** Path with names replaced; see `urlTemplate`. */
  readonly template: string;
  /** As roles name it. */
  readonly verb: string;
  /** Empty where the path names none. */
  readonly namespace: string;
  /** Of the object; empty where the path names none. */
  readonly name: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Where it is sent. */
  readonly server: { readonly address: string; readonly port: number };
}
