/** The providerID, as on the machine's Node. */
export function instanceProviderID(group: string, instance: string): string {
  return `group://${group}/${instance}`;
}
