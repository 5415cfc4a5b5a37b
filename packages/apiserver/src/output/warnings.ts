const longestTogether = 4 * 1024;
const longestTruncated = 256;

/**
 * The values of the header Warning. None is repeated; if all together are too long, each is cut, and those that still find no room
 * are left out: clients refuse long headers.
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

/** Node sends a letter as one byte. What is beyond Latin goes as its bytes in UTF-8, as Go sends it. */
function header(text: string): string {
  const quoted = `299 - "${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  return Buffer.from(quoted, "utf8").toString("latin1");
}
