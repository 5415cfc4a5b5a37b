const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes as Go converts them to JSON: each byte that is not part of a character becomes U+FFFD. */
export function textOfBytes(bytes: Uint8Array): string {
  const whole = characterIn(bytes);
  if (whole !== undefined) return whole;
  let text = "";
  for (let at = 0; at < bytes.length;) {
    const sizes = [1, 2, 3, 4].filter((size) => at + size <= bytes.length);
    const size = sizes.find((each) => characterIn(bytes.subarray(at, at + each)) !== undefined);
    text += size === undefined ? "\uFFFD" : (characterIn(bytes.subarray(at, at + size)) ?? "");
    at += size ?? 1;
  }
  return text;
}

/** Undefined if the bytes are not UTF-8. */
function characterIn(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
