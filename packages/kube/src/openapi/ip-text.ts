/** Whether a string is an IPv4 address, or an IPv6 address that ends in IPv4 notation. Leading zeros are accepted, as in Kubernetes. */
export function isIPv4(text: string): boolean {
  return isDotted(text) || (text.includes(".") && isLongForm(text, isDotted));
}

/** Whether a string is an IPv6 address, without a zone. */
export function isIPv6(text: string): boolean {
  return isLongForm(text, (octets) => isDotted(octets) && !/(^|\.)0\d/.test(octets));
}

/** Whether a string is an address with a prefix length: `10.0.0.0/8`. */
export function isCIDR(text: string): boolean {
  const [address = "", bits = "", ...rest] = text.split("/");
  if (rest.length > 0 || !/^\d+$/.test(bits)) return false;
  return (isDotted(address) && Number(bits) <= 32) || (isLongForm(address, isDotted) && Number(bits) <= 128);
}

/** Eight groups; `::` replaces at least one of them, and four octets at the end replace two. */
function isLongForm(text: string, isOctets: (last: string) => boolean): boolean {
  const halves = text.split("::").map((half) => (half === "" ? [] : half.split(":")));
  if (halves.length > 2 || !text.includes(":")) return false;
  const groups = halves.flat();
  const hasOctets = halves.at(-1)?.at(-1)?.includes(".") === true;
  if (hasOctets && !isOctets(groups.pop() ?? "")) return false;
  const count = groups.length + (hasOctets ? 2 : 0);
  return (halves.length === 1 ? count === 8 : count < 8) && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
}

function isDotted(text: string): boolean {
  return /^\d+(\.\d+){3}$/.test(text) && text.split(".").every((octet) => Number(octet) <= 255);
}
