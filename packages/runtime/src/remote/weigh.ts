/** The approximate memory of a value in addition to its characters. */
const valueBytes = 48;

/** The approximate memory of a JSON value, in bytes. Does not recurse, because untrusted values may be nested to any depth. */
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
