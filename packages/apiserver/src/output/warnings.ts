const longestTogether = 4 * 1024;
const longestTruncated = 256;

/**
 * The values of the Warning header, without repetitions. If they are too long together, each is cut, and those that still do not fit are
 * omitted, because clients refuse long headers.
 */
export function warningHeaders(warnings: readonly string[]): string[] {
  const distinct = [...new Set(warnings)].map((warning) => Array.from(warning));
  const isLong = distinct.reduce((sum, { length }) => sum + length, 0) > longestTogether;
  const headers: string[] = [];
  let written = 0;
  for (const letters of distinct) {
    if (isLong && written >= longestTogether) break;
    const shown = isLong ? letters.slice(0, longestTruncated) : letters;
    written += shown.length;
    headers.push(header(shown.join("")));
  }
  return headers;
}

/** Node sends a character as one byte. Characters beyond Latin-1 are sent as their UTF-8 bytes, as in Go. */
function header(text: string): string {
  const quoted = `299 - "${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  return Buffer.from(quoted, "utf8").toString("latin1");
}
