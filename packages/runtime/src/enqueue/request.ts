import { objectKeyText } from "@capstan/kube";
/** The name of an object to reconcile. Frozen; compare requests with {@link requestKey}. */
export interface Request {
  /** `undefined` for cluster-scoped kinds. */
  readonly namespace?: string | undefined;
  /** The object's name. */
  readonly name: string;
}

/** Creates a frozen {@link Request}. */
export function createRequest(name: string, namespace?: string): Request {
  return Object.freeze(namespace === undefined || namespace === "" ? { name } : { namespace, name });
}

/** The request for an object. */
export function requestFor(object: {
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
}): Request {
  return createRequest(object.metadata.name, object.metadata.namespace);
}

/** `namespace/name`, or `name`: equal exactly when the requests are equal. */
export function requestKey(request: Request): string {
  return objectKeyText(request);
}

/** The group in which a request takes turns: its namespace, or "" for all requests without one. */
export function groupOf({ namespace = "" }: Pick<Request, "namespace">): string {
  return namespace;
}
