/**
 * A request that both servers get. In its path, headers and body, `{ns}` stands for the namespace of the case, which exists and is empty;
 * `{version}`, `{uid}`, `{continue}` and `{token}` for the value in the last answer that had one, and `{version@1}` for the value in the
 * first answer.
 */
export interface WireRequest {
  /** Method and path, such as `GET /api/v1/namespaces/{ns}/configmaps`. */
  readonly send: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or unchanged if it is a string. */
  readonly body?: unknown;
}

/** A request to both servers, which must send the same response. */
export interface WireCase extends WireRequest {
  readonly what: string;
  /** Requests that prepare the case: both servers must execute them and answer alike. */
  readonly first?: readonly WireRequest[];
}

const json = { "content-type": "application/json" };
export const patchTypes = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

/** A request with a JSON body. */
export function sending(send: string, body: unknown, headers: Readonly<Record<string, string>> = json): WireRequest {
  return { send, body, headers };
}

/** A patch of the given type. */
export function patching(type: keyof typeof patchTypes, path: string, body: unknown): WireRequest {
  return sending(`PATCH ${path}`, body, { "content-type": patchTypes[type] });
}

/** The same request, sent as another user. */
export function as(user: string, request: WireRequest): WireRequest {
  return { ...request, headers: { ...request.headers, "impersonate-user": user } };
}

/** Creates a ConfigMap in the namespace of the case. */
export function configMap(name: string, more: object = {}, metadata: object = {}): WireRequest {
  return sending("POST /api/v1/namespaces/{ns}/configmaps", { metadata: { name, ...metadata }, ...more });
}
