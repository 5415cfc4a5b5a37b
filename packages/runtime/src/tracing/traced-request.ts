/** A request to an API server, in a trace. */
export interface TracedRequest {
  /** The HTTP method. */
  readonly method: string;
  /** The path with names replaced; see `urlTemplate`. */
  readonly template: string;
  /** The verb, as in RBAC. */
  readonly verb: string;
  /** Empty if the path has none. */
  readonly namespace: string;
  /** The name of the object; empty if the path has none. */
  readonly name: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** The address of the server. */
  readonly server: { readonly address: string; readonly port: number };
}
