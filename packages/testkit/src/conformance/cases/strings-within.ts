import { gunzipSync } from "node:zlib";

const base64Run = /[A-Za-z0-9+/]{16,}={0,2}/g;

/** All strings in bootstrap data, in any encoding: plain, in URLs (Ignition), in base64, compressed. */
export function stringsWithin(data: Buffer): readonly string[] {
  const text = unpacked(data).toString("utf8");
  const encoded = [...text.matchAll(base64Run)].map(([run]) => unpacked(Buffer.from(run, "base64")).toString("utf8"));
  return [text, withoutEscapes(text), ...encoded];
}

function unpacked(data: Buffer): Buffer {
  if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
  try {
    return gunzipSync(data);
  } catch {
    return data;
  }
}

/** Decodes percent escapes one by one, because the string may contain other percent signs. */
function withoutEscapes(text: string): string {
  return text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
