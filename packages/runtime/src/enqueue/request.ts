import { objectKeyText } from "@capstan/kube";
/** Which object to reconcile. Frozen; compare two with {@link requestKey}. */
export interface Request {
  /** Undefined for cluster-scoped kinds. */
  readonly namespace?: string;
  /** The object's name. */
  readonly name: string;
}

/** A frozen {@link Request}. */
export function createRequest(name: string, namespace?: string): Request {
  return Object.freeze(namespace === undefined || namespace === "" ? { name } : { namespace, name });
}

/** The request for an object itself. */
export function requestFor(object: {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}): Request {
  return createRequest(object.metadata.name, object.metadata.namespace);
}

/** `namespace/name`, or `name`: equal exactly when the requests are. */
export function requestKey(request: Request): string {
  return objectKeyText(request);
}

/** Whose a request is, where each has its turn: those of one namespace, or all that are of none. */
export function groupOf({ namespace = "" }: Pick<Request, "namespace">): string {
  return namespace;
}
