/** Encodes a string for a Secret's `data`. */
export function encodeBase64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}

/** Decodes a value of a Secret's `data`; empty if it is missing. */
export function decodeBase64(value: string | undefined): string {
  return Buffer.from(value ?? "", "base64").toString("utf8");
}
