/**
 * The canonical form of an IP address, which identifies it. Undefined if the string is not an address, has a zone, or is an IPv4 address in
 * the form of IPv6.
 */
export function canonicalIPAddress(text: string): string | undefined {
  const bytes = parseIPAddress(text);
  return bytes === undefined || isMappedIPAddress(bytes) ? undefined : formatIPAddress(bytes);
}

/** Whether an address is an IPv4 address in the form of IPv6: `::ffff:10.0.0.1`. */
export function isMappedIPAddress(bytes: Uint8Array): boolean {
  return (
    bytes.length === 16 && bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  );
}

/**
 * The bytes of an IPv4 or IPv6 address as Go parses it: without leading zeros or a zone. Undefined if it is invalid.
 *
 * @example
 * ```ts
 * import { parseIPAddress } from "@capstan/kube";
 *
 * console.log(parseIPAddress("10.0.0.1")); // 4 bytes
 * console.log(parseIPAddress("010.0.0.1")); // undefined
 * ```
 */
export function parseIPAddress(text: string): Uint8Array | undefined {
  return text.includes(":") ? parseLong(text) : parseDotted(text);
}

function parseDotted(text: string): Uint8Array | undefined {
  const octets = text.split(".");
  const isValid =
    octets.length === 4 && octets.every((octet) => /^(0|[1-9]\d{0,2})$/.test(octet) && Number(octet) < 256);
  return isValid ? Uint8Array.from(octets, Number) : undefined;
}

function parseLong(text: string): Uint8Array | undefined {
  const halves = text.split("::").map((half) => (half === "" ? [] : half.split(":")));
  if (halves.length > 2) return undefined;
  const [front, back] = [bytesOf(halves[0] ?? []), bytesOf(halves[1] ?? [])];
  if (front === undefined || back === undefined) return undefined;
  const missing = 16 - front.length - back.length;
  if (halves.length === 1 ? missing !== 0 : missing < 2) return undefined;
  return Uint8Array.from([...front, ...Array.from({ length: missing }, () => 0), ...back]);
}

function bytesOf(groups: readonly string[]): number[] | undefined {
  const bytes: number[] = [];
  for (const [index, group] of groups.entries()) {
    if (group.includes(".")) {
      const octets = index === groups.length - 1 ? parseDotted(group) : undefined;
      if (octets === undefined) return undefined;
      bytes.push(...octets);
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(group)) return undefined;
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
    }
  }
  return bytes;
}

/**
 * An address of 4 or 16 bytes in canonical form: the longest run of zeros is omitted.
 *
 * @example
 * ```ts
 * import { formatIPAddress, parseIPAddress } from "@capstan/kube";
 *
 * console.log(formatIPAddress(parseIPAddress("2001:db8:0:0::1") ?? new Uint8Array(4))); // 2001:db8::1
 * ```
 */
export function formatIPAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return Array.from(bytes).join(".");
  const groups = Array.from({ length: 8 }, (_, index) =>
    (((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0)).toString(16),
  );
  const { start, length } = longestZeros(groups);
  if (length < 2) return groups.join(":");
  return `${groups.slice(0, start).join(":")}::${groups.slice(start + length).join(":")}`;
}

function longestZeros(groups: readonly string[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (const [index, group] of groups.entries()) {
    if (group !== "0") start = index + 1;
    else if (index + 1 - start > best.length) best = { start, length: index + 1 - start };
  }
  return best;
}
