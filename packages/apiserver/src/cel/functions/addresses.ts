import { boolType, intType, opaque, stringType } from "../types/cel-type.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { OpaqueValue } from "../values/value.ts";
import { global, method, type Overload } from "./overload.ts";

const ipType = opaque("net.IP");
const cidrType = opaque("net.CIDR");

/** An IP address: 4 or 16 bytes. */
class Ip extends OpaqueValue {
  override readonly typeName = "net.IP";
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    super();
    this.bytes = bytes;
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Ip && Buffer.compare(other.bytes, this.bytes) === 0;
  }
}

/** A network: an address and a prefix length. */
class Cidr extends OpaqueValue {
  override readonly typeName = "net.CIDR";
  readonly address: Ip;
  readonly bits: number;

  constructor(address: Ip, bits: number) {
    super();
    this.address = address;
    this.bits = bits;
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Cidr && other.bits === this.bits && other.address.equals(this.address);
  }
}

/** Parses an address, or returns the problem. */
function readIp(text: string): Ip | string {
  if (text.includes("%") && parseAddress(text.replace(/%.*$/s, ""))?.length === 16) {
    return `IP address ${JSON.stringify(text)} with zone value is not allowed`;
  }
  const bytes = parseAddress(text);
  if (bytes === undefined) {
    return `IP Address ${JSON.stringify(text)} parse error during conversion from string: ParseAddr(${JSON.stringify(text)}): unable to parse IP`;
  }
  return isMapped(bytes) ? `IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed` : new Ip(bytes);
}

function isMapped(bytes: Uint8Array): boolean {
  return (
    bytes.length === 16 && bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  );
}

function readCidr(text: string): Cidr | string {
  const problem = (why: string): string =>
    `network address parse error during conversion from string: netip.ParsePrefix(${JSON.stringify(text)}): ${why}`;
  const slash = text.lastIndexOf("/");
  if (slash < 0) return problem("no '/'");
  const bytes = parseAddress(text.slice(0, slash));
  if (bytes === undefined) {
    const address = text.slice(0, slash);
    return problem(`ParseAddr(${JSON.stringify(address)}): unable to parse IP`);
  }
  const bits = text.slice(slash + 1);
  if (!/^(0|[1-9]\d{0,2})$/.test(bits)) return problem(`bad bits after slash: ${JSON.stringify(bits)}`);
  if (Number(bits) > bytes.length * 8) return problem("prefix length out of range");
  if (isMapped(bytes)) return `IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`;
  return new Cidr(new Ip(bytes), Number(bits));
}

function toIp(text: string): Ip {
  const found = readIp(text);
  if (typeof found === "string") throw new EvaluationError(found);
  return found;
}

function toCidr(text: string): Cidr {
  const found = readCidr(text);
  if (typeof found !== "string") return found;
  throw new EvaluationError(`network address parse error during conversion from string: ${found}`);
}

function masked({ address, bits }: Cidr): Cidr {
  const bytes = address.bytes.map((byte, index) => {
    const kept = Math.min(Math.max(bits - index * 8, 0), 8);
    return byte & (0xff << (8 - kept));
  });
  return new Cidr(new Ip(bytes), bits);
}

function containsIp(network: Cidr, address: Ip): boolean {
  if (network.address.bytes.length !== address.bytes.length) return false;
  return masked(new Cidr(address, network.bits)).equals(masked(network));
}

function containsCidr(network: Cidr, other: Cidr): boolean {
  return network.bits <= other.bits && containsIp(network, other.address);
}

function isLoopback({ bytes }: Ip): boolean {
  return bytes.length === 4 ? bytes[0] === 127 : bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
}

function isUnspecified({ bytes }: Ip): boolean {
  return bytes.every((byte) => byte === 0);
}

function isLinkLocalMulticast({ bytes: [first = 0, second = 0, third = 0, ...rest] }: Ip): boolean {
  return rest.length === 1 ? first === 224 && second === 0 && third === 0 : first === 0xff && (second & 0x0f) === 0x02;
}

function isLinkLocalUnicast({ bytes }: Ip): boolean {
  const [first = 0, second = 0] = bytes;
  return bytes.length === 4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80;
}

function isGlobalUnicast(address: Ip): boolean {
  const { bytes } = address;
  const [first = 0] = bytes;
  const isMulticast = bytes.length === 4 ? (first & 0xf0) === 0xe0 : first === 0xff;
  const isBroadcast = bytes.length === 4 && bytes.every((byte) => byte === 255);
  return (
    !isMulticast && !isBroadcast && !isUnspecified(address) && !isLoopback(address) && !isLinkLocalUnicast(address)
  );
}

const cidrText = ({ address, bits }: Cidr): string => `${formatAddress(address.bytes)}/${bits}`;

/** Kubernetes' functions for addresses and networks. */
export const addresses: readonly Overload[] = [
  global("ip", "string_to_ip", [stringType], ipType, toIp),
  global("isIP", "is_ip", [stringType], boolType, (text: string) => typeof readIp(text) !== "string"),
  global(
    "ip.isCanonical",
    "ip_is_canonical",
    [stringType],
    boolType,
    (text: string) => formatAddress(toIp(text).bytes) === text,
  ),
  method("family", "ip_family", [ipType], intType, ({ bytes }: Ip) => (bytes.length === 4 ? 4n : 6n)),
  method("isUnspecified", "ip_is_unspecified", [ipType], boolType, isUnspecified),
  method("isLoopback", "ip_is_loopback", [ipType], boolType, isLoopback),
  method("isLinkLocalMulticast", "ip_is_link_local_multicast", [ipType], boolType, isLinkLocalMulticast),
  method("isLinkLocalUnicast", "ip_is_link_local_unicast", [ipType], boolType, isLinkLocalUnicast),
  method("isGlobalUnicast", "ip_is_global_unicast", [ipType], boolType, isGlobalUnicast),
  global("string", "ip_to_string", [ipType], stringType, ({ bytes }: Ip) => formatAddress(bytes)),
  global("cidr", "string_to_cidr", [stringType], cidrType, toCidr),
  global("isCIDR", "is_cidr", [stringType], boolType, (text: string) => typeof readCidr(text) !== "string"),
  method("containsIP", "cidr_contains_ip_string", [cidrType, stringType], boolType, (network: Cidr, text: string) =>
    containsIp(network, toIp(text)),
  ),
  method("containsIP", "cidr_contains_ip_ip", [cidrType, ipType], boolType, containsIp),
  method("containsCIDR", "cidr_contains_cidr_string", [cidrType, stringType], boolType, (network: Cidr, text: string) =>
    containsCidr(network, toCidr(text)),
  ),
  method("containsCIDR", "cidr_contains_cidr", [cidrType, cidrType], boolType, containsCidr),
  method("ip", "cidr_ip", [cidrType], ipType, ({ address }: Cidr) => address),
  method("prefixLength", "cidr_prefix_length", [cidrType], intType, ({ bits }: Cidr) => BigInt(bits)),
  method("masked", "cidr_masked", [cidrType], cidrType, masked),
  global("string", "cidr_to_string", [cidrType], stringType, cidrText),
];

/** The bytes of an IPv4 or IPv6 address as Go parses it: without leading zeros or a zone. Undefined if it is invalid. */
function parseAddress(text: string): Uint8Array | undefined {
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
function formatAddress(bytes: Uint8Array): string {
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
