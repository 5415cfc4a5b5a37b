import { TemplateError } from "./model/template-error.ts";

const escapes: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  '"': '"',
  "'": "'",
};

const escape = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|(.))/gs;

/**
 * The value of a Go string literal, passed without its quotes. Only the literal's own quote needs an escape.
 *
 * @throws {@link TemplateError} it has an escape that Go does not have.
 */
export function unquote(text: string, quote: '"' | "'", line: number): string {
  return text.replace(escape, (_all, ...found) => {
    const [byte, short, long, octal, letter] = found as (string | undefined)[];
    const code = byte ?? short ?? long;
    const escaped =
      code !== undefined
        ? characterOf(Number.parseInt(code, 16))
        : octal !== undefined
          ? byteOf(Number.parseInt(octal, 8))
          : letter === otherQuote[quote]
            ? undefined
            : escapes[letter ?? ""];
    if (escaped === undefined) throw new TemplateError(line, "a string has an escape that does not exist");
    return escaped;
  });
}

const otherQuote = { '"': "'", "'": '"' };

function byteOf(code: number): string | undefined {
  return code > 0xff ? undefined : characterOf(code);
}

/** `undefined` for surrogates and for code points beyond Unicode. */
function characterOf(code: number): string | undefined {
  return code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff) ? undefined : String.fromCodePoint(code);
}
