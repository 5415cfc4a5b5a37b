import { createHash } from "node:crypto";

const hosts = 254 * 256 * 256;

/** An address in 10.0.0.0/8 that is always the same for a uid, unless another machine already has it. */
export function internalIP(uid: string, taken: ReadonlySet<string>): string {
  let host = createHash("sha256").update(uid).digest().readUInt32BE(0) % hosts;
  while (taken.has(formatIP(host))) host = (host + 1) % hosts;
  return formatIP(host);
}

function formatIP(host: number): string {
  const network = Math.floor(host / 254);
  return `10.${Math.floor(network / 256)}.${network % 256}.${1 + (host % 254)}`;
}
