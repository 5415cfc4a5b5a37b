import { goQuote, goQuoteToASCII } from "../../go-text/go-quote.ts";
import { type Flags, padded } from "./flags.ts";

/** Text as a verb writes it; undefined: the verb is not for text. */
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
      return hexadecimal(Buffer.from(value), verb, flags);
    default:
      return undefined;
  }
}

function cut(value: string, { precision }: Flags): string {
  return precision === undefined ? value : Array.from(value).slice(0, precision).join("");
}

function quoted(value: string, flags: Flags): string {
  const text = cut(value, flags);
  if (flags.sharp && canBackquote(text)) return padded(`\`${text}\``, flags);
  return padded(flags.plus ? goQuoteToASCII(text) : goQuote(text), flags);
}

/** Whether a raw string of Go can have it. */
function canBackquote(text: string): boolean {
  return !/[`\ufeff]|(?!\t)(?=\p{ASCII})\p{Cc}/u.test(text);
}

function hexadecimal(bytes: Buffer, verb: string, flags: Flags): string {
  const { sharp, space, precision = bytes.length } = flags;
  const digits = Array.from(bytes.subarray(0, precision), (byte) => byte.toString(16).padStart(2, "0"));
  if (digits.length === 0) return padded("", flags);
  const written = verb === "X" ? digits.map((each) => each.toUpperCase()) : digits;
  const prefix = sharp ? `0${verb}` : "";
  return padded(prefix + written.join(space ? ` ${prefix}` : ""), flags);
}
