/** The bytes of an IPv4 or IPv6 address as Go parses it: without leading zeros or a zone. Undefined if it is invalid. */
export function parseAddress(text: string): Uint8Array | undefined {
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

/** An address in canonical form: the longest run of zeros is omitted. */
export function formatAddress(bytes: Uint8Array): string {
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
