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

/** Truncates to this many characters, without reading the rest of a long string. */
function cut(value: string, { precision = Infinity }: Flags): string {
  if (value.length <= precision) return value;
  let end = 0;
  for (let left = precision; left > 0 && end < value.length; left -= 1) {
    end += (value.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return value.slice(0, end);
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
  const digits = bytes.subarray(0, precision).toString("hex");
  if (digits === "") return padded("", flags);
  const prefix = sharp ? `0${verb}` : "";
  const cased = verb === "X" ? digits.toUpperCase() : digits;
  return padded(prefix + (space ? cased.replace(/..(?=.)/g, `$& ${prefix}`) : cased), flags);
}
