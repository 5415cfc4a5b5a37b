import { BlockList, isIP } from "node:net";
import { boolType, intType, opaque, stringType } from "../types/cel-type.ts";
import { EvaluationError } from "../values/evaluation-error.ts";
import { OpaqueValue } from "../values/value.ts";
import { global, method, type Overload } from "./overload.ts";

const ipType = opaque("net.IP");
const cidrType = opaque("net.CIDR");

/** An IP address in canonical form. */
class Ip extends OpaqueValue {
  override readonly typeName = "net.IP";
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  get family(): "ipv4" | "ipv6" {
    return this.text.includes(":") ? "ipv6" : "ipv4";
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Ip && other.text === this.text;
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

  get text(): string {
    return `${this.address.text}/${this.bits}`;
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Cidr && other.text === this.text;
  }

  contains({ text, family }: Ip): boolean {
    if (family !== this.address.family) return false;
    const network = new BlockList();
    network.addSubnet(this.address.text, this.bits, family);
    return network.check(text, family);
  }
}

/** Parses an address without a zone; undefined if it is invalid, or an IPv4 address in IPv6. */
function readIp(text: string): Ip | undefined {
  const version = text.includes("%") ? 0 : isIP(text);
  if (version !== 6) return version === 4 ? new Ip(text) : undefined;
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  return /^::ffff:[^:]+:[^:]+$/.test(canonical) ? undefined : new Ip(canonical);
}

function readCidr(text: string): Cidr | undefined {
  const [, start = "", bits = ""] = /^(.*)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const address = readIp(start);
  const most = address?.family === "ipv4" ? 32 : 128;
  return address === undefined || Number(bits) > most ? undefined : new Cidr(address, Number(bits));
}

function toIp(text: string): Ip {
  const found = readIp(text);
  if (found !== undefined) return found;
  const shown = JSON.stringify(text);
  throw new EvaluationError(
    `IP Address ${shown} parse error during conversion from string: ParseAddr(${shown}): unable to parse IP`,
  );
}

function toCidr(text: string): Cidr {
  const found = readCidr(text);
  if (found !== undefined) return found;
  throw new EvaluationError(
    `network address parse error during conversion from string: netip.ParsePrefix(${JSON.stringify(text)})`,
  );
}

function containsCidr(network: Cidr, other: Cidr): boolean {
  return network.bits <= other.bits && network.contains(other.address);
}

/** Kubernetes' functions for addresses and networks, except those for their kinds and forms. */
export const addresses: readonly Overload[] = [
  global("ip", "string_to_ip", [stringType], ipType, toIp),
  global("isIP", "is_ip", [stringType], boolType, (text: string) => readIp(text) !== undefined),
  method("family", "ip_family", [ipType], intType, ({ family }: Ip) => (family === "ipv4" ? 4n : 6n)),
  global("string", "ip_to_string", [ipType], stringType, ({ text }: Ip) => text),
  global("cidr", "string_to_cidr", [stringType], cidrType, toCidr),
  global("isCIDR", "is_cidr", [stringType], boolType, (text: string) => readCidr(text) !== undefined),
  method("containsIP", "cidr_contains_ip_string", [cidrType, stringType], boolType, (network: Cidr, text: string) =>
    network.contains(toIp(text)),
  ),
  method("containsIP", "cidr_contains_ip_ip", [cidrType, ipType], boolType, (network: Cidr, address: Ip) =>
    network.contains(address),
  ),
  method("containsCIDR", "cidr_contains_cidr_string", [cidrType, stringType], boolType, (network: Cidr, text: string) =>
    containsCidr(network, toCidr(text)),
  ),
  method("containsCIDR", "cidr_contains_cidr", [cidrType, cidrType], boolType, containsCidr),
  method("ip", "cidr_ip", [cidrType], ipType, ({ address }: Cidr) => address),
  method("prefixLength", "cidr_prefix_length", [cidrType], intType, ({ bits }: Cidr) => BigInt(bits)),
  global("string", "cidr_to_string", [cidrType], stringType, ({ text }: Cidr) => text),
];
