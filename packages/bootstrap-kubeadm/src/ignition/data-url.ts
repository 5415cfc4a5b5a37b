/** Encodes content as the data URL that Ignition reads. Characters that are not plain in a URL are escaped byte by byte. */
export function dataUrl(content: string | Uint8Array): string {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
  return `data:,${Array.from(bytes, escapeByte).join("")}`;
}

function escapeByte(byte: number): string {
  const character = String.fromCharCode(byte);
  return /[a-zA-Z0-9\-_.!~*'()]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
