/**
 * A request, as both servers get it. In its path, headers and body, `{ns}` stands for the namespace of the case, which is there and empty;
 * `{version}`, `{uid}`, `{continue}` and `{token}` for what the last answer that had one said, and `{version@1}` for what the first did.
 */
export interface WireRequest {
  /** Method and path, such as `GET /api/v1/namespaces/{ns}/configmaps`. */
  readonly send: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a string. */
  readonly body?: unknown;
}

/** A request to both servers, which must send the same response. */
export interface WireCase extends WireRequest {
  readonly what: string;
  /** Sent before, to prepare it: both servers have to do it, and to answer alike. */
  readonly first?: readonly WireRequest[];
}

const json = { "content-type": "application/json" };
export const patchTypes = {
  merge: "application/merge-patch+json",
  json: "application/json-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
} as const;

/** A request with a body of JSON. */
export function sending(send: string, body: unknown, headers: Readonly<Record<string, string>> = json): WireRequest {
  return { send, body, headers };
}

/** A patch of a type. */
export function patching(type: keyof typeof patchTypes, path: string, body: unknown): WireRequest {
  return sending(`PATCH ${path}`, body, { "content-type": patchTypes[type] });
}

/** The same request, sent for another user. */
export function as(user: string, request: WireRequest): WireRequest {
  return { ...request, headers: { ...request.headers, "impersonate-user": user } };
}

/** Creates a ConfigMap in the namespace of the case. */
export function configMap(name: string, more: object = {}, metadata: object = {}): WireRequest {
  return sending("POST /api/v1/namespaces/{ns}/configmaps", { metadata: { name, ...metadata }, ...more });
}
