/** Everything that moves a cursor, colors, hides or reorders text; lines may end. */
const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text that others wrote, such as the message of a condition, without what would change the terminal that shows it. */
export function printable(text: string): string {
  return text.replace(unprintable, "\u{fffd}");
}

/** The same of all strings in a JSON value. */
export function printableValue<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_key, each: unknown) => (typeof each === "string" ? printable(each) : each)),
  ) as T;
}
