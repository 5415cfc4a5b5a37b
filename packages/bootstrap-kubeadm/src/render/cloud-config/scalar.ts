import { goQuote } from "../../go-text/go-quote.ts";

const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;
/** Characters at the beginning of a scalar that YAML reads as syntax; a dash is plain if a character follows. */
const indicator = /^(?:[?:,[\]{}#&*!|>'"%@`=]|-(?:[ -]|$)|<<)/;
const comment = / #|: |:$/;
/** Strings that a YAML 1.1 or 1.2 parser reads as a number or a time. */
const numeric = /^[-+.]?\d[\da-fA-FxXoO_.,:eE+\-TtZz ]*$|^[-+]?\.(?:inf|nan)$/i;
const word = /^(?:~|null|true|false|yes|no|on|off|y|n)$/i;

/**
 * Renders a string that the Go provider leaves plain. It stays plain where that means the same, and is quoted where it would become another
 * type or invalid YAML. Surrounding spaces are dropped, because a plain scalar cannot have them.
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
