/** As the Node of the machine carries it. */
export function instanceProviderID(group: string, instance: string): string {
  return `group://${group}/${instance}`;
}
