import { formatIPAddress, isMappedIPAddress, parseIPAddress } from "@capstan/kube";
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
  if (text.includes("%") && parseIPAddress(text.replace(/%.*$/s, ""))?.length === 16) {
    return `IP address ${JSON.stringify(text)} with zone value is not allowed`;
  }
  const bytes = parseIPAddress(text);
  if (bytes === undefined) {
    return `IP Address ${JSON.stringify(text)} parse error during conversion from string: ParseAddr(${JSON.stringify(text)}): unable to parse IP`;
  }
  return isMappedIPAddress(bytes) ? `IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed` : new Ip(bytes);
}

function readCidr(text: string): Cidr | string {
  const problem = (why: string): string =>
    `network address parse error during conversion from string: netip.ParsePrefix(${JSON.stringify(text)}): ${why}`;
  const slash = text.lastIndexOf("/");
  if (slash < 0) return problem("no '/'");
  const bytes = parseIPAddress(text.slice(0, slash));
  if (bytes === undefined) {
    const address = text.slice(0, slash);
    return problem(`ParseAddr(${JSON.stringify(address)}): unable to parse IP`);
  }
  const bits = text.slice(slash + 1);
  if (!/^(0|[1-9]\d{0,2})$/.test(bits)) return problem(`bad bits after slash: ${JSON.stringify(bits)}`);
  if (Number(bits) > bytes.length * 8) return problem("prefix length out of range");
  if (isMappedIPAddress(bytes)) return `IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`;
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

const cidrText = ({ address, bits }: Cidr): string => `${formatIPAddress(address.bytes)}/${bits}`;

/** Kubernetes' functions for addresses and networks. */
export const addresses: readonly Overload[] = [
  global("ip", "string_to_ip", [stringType], ipType, toIp),
  global("isIP", "is_ip", [stringType], boolType, (text: string) => typeof readIp(text) !== "string"),
  global(
    "ip.isCanonical",
    "ip_is_canonical",
    [stringType],
    boolType,
    (text: string) => formatIPAddress(toIp(text).bytes) === text,
  ),
  method("family", "ip_family", [ipType], intType, ({ bytes }: Ip) => (bytes.length === 4 ? 4n : 6n)),
  method("isUnspecified", "ip_is_unspecified", [ipType], boolType, isUnspecified),
  method("isLoopback", "ip_is_loopback", [ipType], boolType, isLoopback),
  method("isLinkLocalMulticast", "ip_is_link_local_multicast", [ipType], boolType, isLinkLocalMulticast),
  method("isLinkLocalUnicast", "ip_is_link_local_unicast", [ipType], boolType, isLinkLocalUnicast),
  method("isGlobalUnicast", "ip_is_global_unicast", [ipType], boolType, isGlobalUnicast),
  global("string", "ip_to_string", [ipType], stringType, ({ bytes }: Ip) => formatIPAddress(bytes)),
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
