/** What identifies an object among those of its kind. One that is not in a namespace has none, or the empty text. */
export interface NamespacedName {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** `namespace/name`; the name alone for an object that is not in a namespace. */
export function objectKeyText({ namespace = "", name }: NamespacedName): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** The key in a text of the form `namespace/name`, or `name`. */
export function parseObjectKey(text: string): NamespacedName {
  const slash = text.indexOf("/");
  return slash === -1 ? { name: text } : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}
