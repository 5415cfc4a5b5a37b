import { goQuote, goQuoteToASCII } from "../../go-text/go-quote.ts";
import { type Flags, padded } from "./flags.ts";

/** Formats a string for a verb; undefined: the verb does not support strings. */
export function stringText(value: string, verb: string, flags: Flags): string | undefined {
  switch (verb) {
    case "v":
      return flags.isSyntax ? quoted(value, flags) : padded(cut(value, flags), flags);
    case "s":
      return padded(cut(value, flags), flags);
    case "q":
      return quoted(value, flags);
    case "x":
    case "X":
      return hexadecimal(value, verb, flags);
    default:
      return undefined;
  }
}

/** Truncates to this many characters, each of at most two UTF-16 units, so that the rest of a long string is not read. */
function cut(value: string, { precision }: Flags): string {
  if (precision === undefined) return value;
  return Array.from(value.slice(0, 2 * precision))
    .slice(0, precision)
    .join("");
}

function quoted(value: string, flags: Flags): string {
  const text = cut(value, flags);
  if (flags.sharp && canBackquote(text)) return padded(`\`${text}\``, flags);
  return padded(flags.plus ? goQuoteToASCII(text) : goQuote(text), flags);
}

/** Whether a raw string literal of Go can contain it. */
function canBackquote(text: string): boolean {
  return !/[`\ufeff]|(?!\t)(?=\p{ASCII})\p{Cc}/u.test(text);
}

function hexadecimal(value: string, verb: string, flags: Flags): string {
  const { sharp, space, precision } = flags;
  // Each UTF-16 unit takes at least one byte; one unit more, so that no character is cut in two.
  const bytes = Buffer.from(precision === undefined ? value : value.slice(0, precision + 1));
  const digits = Array.from(bytes.subarray(0, precision), (byte) => byte.toString(16).padStart(2, "0"));
  if (digits.length === 0) return padded("", flags);
  const written = verb === "X" ? digits.map((each) => each.toUpperCase()) : digits;
  const prefix = sharp ? `0${verb}` : "";
  return padded(prefix + written.join(space ? ` ${prefix}` : ""), flags);
}
