/** The first address of a pool that no claim has; undefined if all are in use. */
export function freeAddress(addresses: readonly string[], inUse: ReadonlySet<string>): string | undefined {
  return addresses.find((address) => !inUse.has(address));
}
