import { formatIPAddress, parseIPAddress } from "@capstan/provider";

/** Addresses of one IP family, from the first to the last. */
export interface AddressRange {
  /** The length of an address in bytes: 4 or 16. */
  readonly length: number;
  readonly first: bigint;
  readonly last: bigint;
}

/** Parses an address, a range such as `10.0.0.1-10.0.0.9`, or a network; undefined if it is none of them. */
export function parseRange(text: string): AddressRange | undefined {
  if (text.includes("/")) return parseNetwork(text);
  const [from = "", to = from, ...rest] = text.split("-");
  const [first, last] = [parseIPAddress(from.trim()), parseIPAddress(to.trim())];
  if (first === undefined || last === undefined || rest.length > 0 || first.length !== last.length) return undefined;
  const range = { length: first.length, first: numberOf(first), last: numberOf(last) };
  return range.first <= range.last ? range : undefined;
}

function parseNetwork(text: string): AddressRange | undefined {
  const [, address = "", bits = ""] = /^(.*)\/(\d{1,3})$/.exec(text) ?? [];
  const bytes = parseIPAddress(address);
  return bytes === undefined || Number(bits) > bytes.length * 8
    ? undefined
    : networkOf(numberOf(bytes), bytes.length, Number(bits));
}

/** The network of a prefix length that contains an address. */
export function networkOf(address: bigint, length: number, prefix: number): AddressRange {
  const size = 1n << BigInt(length * 8 - prefix);
  const first = address - (address % size);
  return { length, first, last: first + size - 1n };
}

/** The ranges without others, in ascending order and without overlaps. */
export function subtract(ranges: readonly AddressRange[], removed: readonly AddressRange[]): AddressRange[] {
  const holes = merged(removed);
  let next = 0;
  return merged(ranges).flatMap((range) => {
    const kept: AddressRange[] = [];
    let { first } = range;
    for (let hole = holes[next]; hole !== undefined && !isBefore(range, hole); hole = holes[next]) {
      if (!isBefore(hole, range)) {
        if (first < hole.first) kept.push({ ...range, first, last: hole.first - 1n });
        first = hole.last + 1n;
        // It may also take addresses of the next range.
        if (hole.last > range.last) break;
      }
      next += 1;
    }
    return first > range.last ? kept : [...kept, { ...range, first }];
  });
}

/** Whether all addresses of a range come before those of another, IPv4 before IPv6. */
function isBefore(one: AddressRange, other: AddressRange): boolean {
  return one.length === other.length ? one.last < other.first : one.length < other.length;
}

function merged(ranges: readonly AddressRange[]): AddressRange[] {
  const all: AddressRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.length - b.length || (a.first < b.first ? -1 : 1))) {
    const last = all.at(-1);
    if (last?.length !== range.length || last.last + 1n < range.first) all.push(range);
    else if (range.last > last.last) all[all.length - 1] = { ...last, last: range.last };
  }
  return all;
}

/** How many addresses ranges have that do not overlap. */
export function countOf(ranges: readonly AddressRange[]): bigint {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1n, 0n);
}

/** The lowest address of ranges that is not among those in use, in canonical form. */
export function lowestFree(ranges: readonly AddressRange[], inUse: ReadonlySet<string>): string | undefined {
  for (const { length, first, last } of ranges) {
    for (let address = first; address <= last; address += 1n) {
      const text = textOf(address, length);
      if (!inUse.has(text)) return text;
    }
  }
  return undefined;
}

/** Whether one of the ranges, which are in ascending order without overlaps, contains an address. */
export function contains(ranges: readonly AddressRange[], address: string): boolean {
  const found = parseRange(address);
  if (found === undefined) return false;
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const range = ranges[middle];
    if (range !== undefined && isBefore(range, found)) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low];
  return range !== undefined && !isBefore(found, range);
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
}

function textOf(address: bigint, length: number): string {
  const bytes = Array.from({ length }, (_, index) => Number((address >> BigInt(8 * (length - 1 - index))) & 255n));
  return formatIPAddress(Uint8Array.from(bytes));
}
