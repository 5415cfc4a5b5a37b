/**
 * The peer of an address, for sharing. All addresses of a /64 IPv6 network count as one peer, because a host can choose among them. An
 * IPv4-mapped IPv6 address counts as the IPv4 address.
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
