/** A request, as both servers get it. `{ns}` stands for the namespace of the case, which is there and empty. */
export interface WireRequest {
  /** Method and path, such as `GET /api/v1/namespaces/{ns}/configmaps`. */
  readonly send: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a string; `{ns}` is filled in there as well. */
  readonly body?: unknown;
}

/** What is asked of both servers, which have to give the same answer. */
export interface WireCase extends WireRequest {
  readonly what: string;
  /** Sent before, to prepare it. */
  readonly first?: readonly WireRequest[];
}

const json = { "content-type": "application/json" };

/** A request with a body of JSON. */
export function sending(send: string, body: unknown, headers: Readonly<Record<string, string>> = json): WireRequest {
  return { send, body, headers };
}

/** Creates a ConfigMap in the namespace of the case. */
export function configMap(name: string, more: object = {}, metadata: object = {}): WireRequest {
  return sending("POST /api/v1/namespaces/{ns}/configmaps", { metadata: { name, ...metadata }, ...more });
}
