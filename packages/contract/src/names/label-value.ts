/** FNV-1a hash, 32 bits. */
export function fnv32a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash;
}

/** A name as a label value. A name that is not a valid label value is hashed, as in Cluster API. */
export function labelValue(name: string): string {
  if (name.length <= 63 && /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/.test(name)) return name;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(fnv32a(name));
  return `hash_${bytes.toString("base64url")}_z`;
}
