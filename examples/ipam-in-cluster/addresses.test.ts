import { expect, test } from "vitest";
import { type AddressRange, contains, countOf, lowestFree, subtract } from "./src/addresses/address-range.ts";
import { poolAddresses, type PoolSpec } from "./src/addresses/pool-addresses.ts";

/** The first addresses that claims get, one after the other. */
function given(spec: PoolSpec, most = 10): string[] {
  const { ranges } = poolAddresses(spec);
  const all: string[] = [];
  for (let next = lowestFree(ranges, new Set()); next !== undefined && all.length < most;) {
    all.push(next);
    next = lowestFree(ranges, new Set(all));
  }
  return all;
}

test.each<[string, PoolSpec, string[]]>([
  ["single addresses", { addresses: ["10.0.0.9", "10.0.0.5"], prefix: 24 }, ["10.0.0.5", "10.0.0.9"]],
  ["ranges that overlap", { addresses: ["10.0.0.5-10.0.0.6", "10.0.0.6"], prefix: 24 }, ["10.0.0.5", "10.0.0.6"]],
  ["a network without its reserved addresses", { addresses: ["10.0.0.0/30"], prefix: 30 }, ["10.0.0.1", "10.0.0.2"]],
  [
    "a network with its reserved addresses",
    { addresses: ["10.0.0.0/30"], prefix: 30, allocateReservedIPAddresses: true },
    ["10.0.0.0", "10.0.0.1", "10.0.0.2", "10.0.0.3"],
  ],
  ["no gateway", { addresses: ["10.0.0.1-10.0.0.2"], prefix: 24, gateway: "10.0.0.1" }, ["10.0.0.2"]],
  [
    "no excluded addresses",
    { addresses: ["10.0.0.1-10.0.0.9"], prefix: 24, excludedAddresses: ["10.0.0.2-10.0.0.8"] },
    ["10.0.0.1", "10.0.0.9"],
  ],
  [
    "IPv6, without the anycast address",
    { addresses: ["2001:db8::/126"], prefix: 64 },
    ["2001:db8::1", "2001:db8::2", "2001:db8::3"],
  ],
])("claims get %s", (_what, spec, addresses) => {
  expect(given(spec)).toEqual(addresses);
});

test.each<[PoolSpec, string]>([
  [{ addresses: ["10.0.0.1-"], prefix: 24 }, "spec.addresses: 10.0.0.1-"],
  [{ addresses: ["10.0.0.9-10.0.0.1"], prefix: 24 }, "spec.addresses: 10.0.0.9-10.0.0.1"],
  [{ addresses: ["10.0.0.1-::9"], prefix: 24 }, "spec.addresses: 10.0.0.1-::9"],
  [{ addresses: ["10.0.0.0/33"], prefix: 24 }, "spec.addresses: 10.0.0.0/33"],
  [{ addresses: ["10.0.0.1"], prefix: 24, gateway: "gateway" }, "spec.gateway: gateway"],
  [{ addresses: ["10.0.0.1"], prefix: 64 }, "spec.prefix: 64 is too large for an IPv4 address"],
])("%j is invalid", (spec, invalid) => {
  expect(poolAddresses(spec).invalid).toEqual([invalid]);
});

test("a large network is counted, not enumerated", () => {
  const { ranges } = poolAddresses({ addresses: ["2001:db8::/64"], prefix: 64 });
  expect(countOf(ranges)).toBe(2n ** 64n - 1n);
});

test("ranges without others are the addresses that a set has without others, in drawn examples", () => {
  let seed = 1;
  const drawn = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const ranges = (): AddressRange[] =>
    Array.from({ length: drawn(6) }, () => {
      const first = drawn(30);
      return { length: drawn(2) === 0 ? 4 : 16, first: BigInt(first), last: BigInt(first + drawn(8)) };
    });
  const each = (all: readonly AddressRange[]) =>
    all.flatMap(({ length, first, last }) =>
      Array.from({ length: Number(last - first) + 1 }, (_, index) => `${length}: ${Number(first) + index}`),
    );
  for (let example = 0; example < 3_000; example += 1) {
    const [given, removed] = [ranges(), ranges()];
    const kept = subtract(given, removed);
    const without = new Set(each(removed));
    const expected = new Set(each(given).filter((text) => !without.has(text)));
    expect(each(kept).toSorted()).toEqual([...expected].toSorted());
    const low = Array.from({ length: 40 }, (_, address) => address);
    const inside = low.filter((address) => contains(kept, `0.0.0.${address}`));
    expect(inside.map((address) => `4: ${address}`).toSorted()).toEqual(
      each(kept)
        .filter((text) => text.startsWith("4:"))
        .toSorted(),
    );
  }
});

test("a pool of 40,000 single addresses, of which it excludes half, is read at once", { timeout: 30_000 }, () => {
  const address = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
  const addresses = Array.from({ length: 40_000 }, (_, index) => address(2 * index));
  const excludedAddresses = addresses.filter((_, index) => index % 2 === 0);
  const { ranges } = poolAddresses({ addresses, excludedAddresses, prefix: 8 });
  expect(countOf(ranges)).toBe(20_000n);
  expect(addresses.filter((each) => contains(ranges, each))).toHaveLength(20_000);
});
