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
 * What a string of Go stands for, given without its quotes, which only need an escape in itself.
 *
 * @throws {@link TemplateError} it has an escape that Go does not know.
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

/** `undefined` for halves of surrogate pairs and what is beyond Unicode. */
function characterOf(code: number): string | undefined {
  return code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff) ? undefined : String.fromCodePoint(code);
}
