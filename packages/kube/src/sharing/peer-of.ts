/**
 * Whose an address is, for shares: a host chooses among the addresses of its IPv6 network of 64 bits as it likes, so that they count as
 * one. An IPv4 address that is written as IPv6 is what it is without that.
 */
export function peerOf(address: string | undefined): string {
  if (address === undefined) return "";
  const [withoutZone = ""] = address.split("%");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1];
  if (mapped !== undefined || !withoutZone.includes(":")) return mapped ?? withoutZone;
  const [head = "", tail] = withoutZone.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array<string>(Math.max(0, 8 - groups.length - after.length)).fill("0");
  const network = [...groups, ...zeros, ...after].slice(0, 4);
  return `${network.map((group) => group.toLowerCase().replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
