/** Characters that move a cursor, color, hide or reorder output; newlines are allowed. */
const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Removes characters that would affect the terminal from a string that others wrote, such as the message of a condition. */
export function printable(text: string): string {
  return text.replace(unprintable, "\u{fffd}");
}

/** {@link printable} for all strings in a JSON value. */
export function printableValue<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_key, each: unknown) => (typeof each === "string" ? printable(each) : each)),
  ) as T;
}
