import { goQuote } from "../../go-text/go-quote.ts";

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
/** What YAML would take for its own syntax at the beginning of a scalar; a dash is text if text follows. */
const indicator = /^(?:[?:,[\]{}#&*!|>'"%@`=]|-(?:[ -]|$)|<<)/;
const comment = / #|: |:$/;
/** What a reader of YAML 1.1 or 1.2 takes for a number or a time. */
const numeric = /^[-+.]?\d[\da-fA-FxXoO_.,:eE+\-TtZz ]*$|^[-+]?\.(?:inf|nan)$/i;
const word = /^(?:~|null|true|false|yes|no|on|off|y|n)$/i;

/**
 * A string where the Go provider writes its text bare. It is left bare where that means the same; where it would become another
 * type, or invalid YAML, it is quoted. Spaces around it are dropped, since a bare scalar cannot have them.
 */
export function scalar(text: string): string {
  const trimmed = text.trim();
  const isBare =
    printable.test(trimmed) &&
    !indicator.test(trimmed) &&
    !comment.test(trimmed) &&
    !numeric.test(trimmed) &&
    !word.test(trimmed);
  return isBare ? trimmed : goQuote(trimmed);
}
