/** Identifies an object among those of its kind. */
export interface ObjectKey {
  /** The namespace; undefined for cluster-scoped objects. */
  readonly namespace?: string | undefined;
  /** The object's name. */
  readonly name: string;
}

/** `namespace/name`; only the name for a cluster-scoped object. */
export function objectKeyText({
  namespace = "",
  name,
}: {
  readonly namespace?: string | undefined;
  readonly name: string;
}): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** Parses a key of the form `namespace/name` or `name`. */
export function parseObjectKey(text: string): ObjectKey {
  const slash = text.indexOf("/");
  return slash === -1 ? { name: text } : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}
