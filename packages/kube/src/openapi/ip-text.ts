/** Whether a text is an IPv4 address, or an IPv6 address that ends as one. Leading zeros are fine, as for Kubernetes. */
export function isIPv4(text: string): boolean {
  return isDotted(text) || (text.includes(".") && isIPv6(text));
}

/** Whether a text is an IPv6 address, without a zone. */
export function isIPv6(text: string): boolean {
  const [start = "", end, ...more] = text.split("::");
  if (more.length > 0 || !text.includes(":")) return false;
  const head = groupsOf(start);
  const tail = end === undefined ? [] : groupsOf(end);
  const groups = [...head, ...tail];
  const last = groups.at(-1);
  const isMixed = last?.includes(".") === true;
  // An address may end in four octets, which stand for two groups.
  if (isMixed && !/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(last)) return false;
  if (isMixed && !isDotted(last)) return false;
  if (!(isMixed ? groups.slice(0, -1) : groups).every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = groups.length + (isMixed ? 1 : 0);
  return end === undefined ? count === 8 : count <= 7;
}

/** Whether a text is an address with the length of a prefix: `10.0.0.0/8`. */
export function isCIDR(text: string): boolean {
  const [address = "", bits = "", ...rest] = text.split("/");
  if (rest.length > 0 || !/^\d+$/.test(bits)) return false;
  return (isDotted(address) && Number(bits) <= 32) || (isIPv6(address) && Number(bits) <= 128);
}

function isDotted(text: string): boolean {
  return /^\d+(\.\d+){3}$/.test(text) && text.split(".").every((octet) => Number(octet) <= 255);
}

function groupsOf(text: string): string[] {
  return text === "" ? [] : text.split(":");
}
