/** How a directive of a format wants its value: `%-5.2f`. */
export interface Flags {
  readonly sharp: boolean;
  readonly zero: boolean;
  readonly plus: boolean;
  readonly minus: boolean;
  readonly space: boolean;
  /** `%#v`: as Go's syntax has it. */
  readonly isSyntax: boolean;
  readonly width: number | undefined;
  readonly precision: number | undefined;
}

export const noFlags: Flags = {
  sharp: false,
  zero: false,
  plus: false,
  minus: false,
  space: false,
  isSyntax: false,
  width: undefined,
  precision: undefined,
};

/** Fills up to the width, in characters: to the right with `-`, otherwise to the left, with zeros where they are asked for. */
export function padded(text: string, { width = 0, minus, zero }: Pick<Flags, "width" | "minus" | "zero">): string {
  const missing = Math.max(0, width - Array.from(text).length);
  return minus ? text + " ".repeat(missing) : (zero ? "0" : " ").repeat(missing) + text;
}
