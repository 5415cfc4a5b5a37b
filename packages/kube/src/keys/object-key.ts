/** What identifies an object among those of its kind. */
export interface ObjectKey {
  /** Absent for objects that are not in a namespace. */
  readonly namespace?: string;
  /** The object's name. */
  readonly name: string;
}

/** `namespace/name`; the name alone for an object that is not in a namespace. */
export function objectKeyText({
  namespace = "",
  name,
}: {
  readonly namespace?: string | undefined;
  readonly name: string;
}): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** The key in a string of the form `namespace/name`, or `name`. */
export function parseObjectKey(text: string): ObjectKey {
  const slash = text.indexOf("/");
  return slash === -1 ? { name: text } : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}
