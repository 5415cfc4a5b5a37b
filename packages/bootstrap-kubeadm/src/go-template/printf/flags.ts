/** The flags of a directive in a format: `%-5.2f`. */
export interface Flags {
  readonly sharp: boolean;
  readonly zero: boolean;
  readonly plus: boolean;
  readonly minus: boolean;
  readonly space: boolean;
  /** `%#v`: in Go's syntax. */
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

/** Pads to the width, in characters: on the right with `-`, otherwise on the left, with zeros if requested. */
export function padded(text: string, { width = 0, minus, zero }: Pick<Flags, "width" | "minus" | "zero">): string {
  // A character has at most two code units.
  if (text.length >= 2 * width) return text;
  const missing = Math.max(0, width - charactersIn(text));
  return minus ? text + " ".repeat(missing) : (zero ? "0" : " ").repeat(missing) + text;
}

function charactersIn(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}
