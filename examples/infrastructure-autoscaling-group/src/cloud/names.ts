/** The group of a pool. The same after a move, which changes uids. A namespace has no dot in its name. */
export function groupName({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}.${name}`;
}

/** As the Node of the machine carries it. */
export function instanceProviderID(group: string, instance: string): string {
  return `group://${group}/${instance}`;
}
