/** What a value costs in memory in addition to its characters, roughly. */
const valueBytes = 48;

/** About how many bytes of memory a JSON value takes. Does not recurse: the value may be nested as deep as its author likes. */
export function weigh(value: unknown): number {
  let bytes = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    bytes += valueBytes;
    if (typeof next === "string") bytes += next.length;
    else if (Array.isArray(next)) for (const item of next) rest.push(item);
    else if (typeof next === "object" && next !== null) {
      for (const [name, member] of Object.entries(next)) {
        bytes += name.length;
        rest.push(member);
      }
    }
  }
  return bytes;
}
