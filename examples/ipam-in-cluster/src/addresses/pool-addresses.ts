import { type AddressRange, networkOf, parseRange, subtract } from "./address-range.ts";

/** The fields of a pool that decide about its addresses. */
export interface PoolSpec {
  readonly addresses: readonly string[];
  readonly prefix: number;
  readonly gateway?: string;
  readonly excludedAddresses?: readonly string[];
  readonly allocateReservedIPAddresses?: boolean;
}

/** The addresses that claims of a pool can get, and the entries of its spec that are not addresses. */
export interface PoolAddresses {
  readonly ranges: readonly AddressRange[];
  /** Field and entry: `spec.addresses: 10.0.0.1-`. */
  readonly invalid: readonly string[];
}

/** Reads the addresses of a pool. Pure. */
export function poolAddresses(spec: PoolSpec): PoolAddresses {
  const { gateway, excludedAddresses = [], allocateReservedIPAddresses = false, prefix } = spec;
  const given = read("spec.addresses", spec.addresses);
  const excluded = read("spec.excludedAddresses", excludedAddresses);
  const ofGateway = read("spec.gateway", gateway === undefined ? [] : [gateway]);
  const tooLong = given.ranges.filter(({ length }) => prefix > length * 8);
  const reserved =
    allocateReservedIPAddresses || tooLong.length > 0 ? [] : given.ranges.flatMap((range) => reservedIn(range, prefix));
  return {
    ranges: subtract(given.ranges, [...excluded.ranges, ...ofGateway.ranges, ...reserved]),
    invalid: [
      ...given.invalid,
      ...excluded.invalid,
      ...ofGateway.invalid,
      ...(tooLong.length > 0 ? [`spec.prefix: ${prefix} is too large for an IPv4 address`] : []),
    ],
  };
}

function read(field: string, entries: readonly string[]): { ranges: AddressRange[]; invalid: string[] } {
  const parsed = entries.map((entry) => ({ entry, range: parseRange(entry) }));
  return {
    ranges: parsed.flatMap(({ range }) => range ?? []),
    invalid: parsed.filter(({ range }) => range === undefined).map(({ entry }) => `${field}: ${entry}`),
  };
}

/** The address of the network itself and, in IPv4, its broadcast address, for the first and the last network of a range. */
function reservedIn({ length, first, last }: AddressRange, prefix: number): AddressRange[] {
  if (length * 8 - prefix < 2) return [];
  return [first, last].flatMap((address) => {
    const network = networkOf(address, length, prefix);
    const single = (value: bigint) => ({ length, first: value, last: value });
    return length === 4 ? [single(network.first), single(network.last)] : [single(network.first)];
  });
}
