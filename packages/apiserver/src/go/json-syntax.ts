import { goQuote } from "./go-quote.ts";

/** A state of the parser: handles the next byte, as a character. */
type Step = (letter: string) => Step;

class SyntaxProblem extends Error {}

/** Why a string is not JSON, worded as in Go's `encoding/json`; undefined if it is. */
export function jsonSyntaxProblem(text: string): string | undefined {
  let step = valueSteps();
  try {
    // Go reads bytes, and names the first byte of a character.
    for (const letter of Buffer.from(text).toString("latin1")) step = step(letter);
    step = step(" ");
  } catch (error) {
    if (error instanceof SyntaxProblem) return error.message;
    throw error;
  }
  return step === afterAll ? undefined : "unexpected end of JSON input";
}

function unexpected(letter: string, where: string): never {
  const shown = letter === "'" ? "\\'" : letter === '"' ? letter : goQuote(letter).slice(1, -1);
  throw new SyntaxProblem(`invalid character '${shown}' ${where}`);
}

const isSpace = (letter: string): boolean => " \t\r\n".includes(letter);
const isDigit = (letter: string): boolean => letter >= "0" && letter <= "9";

const afterAll: Step = (letter) => (isSpace(letter) ? afterAll : unexpected(letter, "after top-level value"));

/** The states of one parse; they depend on the enclosing values. */
function valueSteps(): Step {
  const open: ("key" | "member" | "item")[] = [];

  const value: Step = (letter) => {
    if (isSpace(letter)) return value;
    if (letter === "{") return opened("key", firstKey);
    if (letter === "[") return opened("item", firstItem);
    if (letter === '"') return inString;
    if (letter === "0") return fraction;
    if (letter === "-" || isDigit(letter)) return letter === "-" ? negative : integer;
    const word = ["true", "false", "null"].find((literal) => literal.startsWith(letter));
    return word === undefined ? unexpected(letter, "looking for beginning of value") : literalAt(word, 1);
  };
  const opened = (what: "key" | "item", next: Step): Step => {
    open.push(what);
    return next;
  };
  const closed = (): Step => {
    open.pop();
    return open.length === 0 ? afterAll : afterValue;
  };

  const firstItem: Step = (letter) => (isSpace(letter) ? firstItem : letter === "]" ? closed() : value(letter));
  const firstKey: Step = (letter) => (isSpace(letter) ? firstKey : letter === "}" ? closed() : key(letter));
  const key: Step = (letter) => {
    if (isSpace(letter)) return key;
    return letter === '"' ? inString : unexpected(letter, "looking for beginning of object key string");
  };
  const afterValue: Step = (letter) => {
    const around = open.at(-1);
    if (around === undefined) return afterAll(letter);
    if (isSpace(letter)) return afterValue;
    if (around === "item") {
      return letter === "," ? value : letter === "]" ? closed() : unexpected(letter, "after array element");
    }
    if (around === "key") return letter === ":" ? inPlaceOf("member", value) : unexpected(letter, "after object key");
    if (letter === ",") return inPlaceOf("key", key);
    return letter === "}" ? closed() : unexpected(letter, "after object key:value pair");
  };
  const inPlaceOf = (what: "key" | "member", next: Step): Step => {
    open[open.length - 1] = what;
    return next;
  };

  const inString: Step = (letter) => {
    if (letter === '"') return open.length === 0 ? afterAll : afterValue;
    if (letter === "\\") return escape;
    return letter < " " ? unexpected(letter, "in string literal") : inString;
  };
  const escape: Step = (letter) => {
    if (letter === "u") return hexadecimal(4);
    return 'bfnrt\\/"'.includes(letter) ? inString : unexpected(letter, "in string escape code");
  };
  const hexadecimal =
    (left: number): Step =>
    (letter) => {
      if (!/[\da-f]/i.test(letter)) return unexpected(letter, "in \\u hexadecimal character escape");
      return left === 1 ? inString : hexadecimal(left - 1);
    };
  const literalAt =
    (word: string, at: number): Step =>
    (letter) => {
      const wanted = word.charAt(at);
      if (letter !== wanted) return unexpected(letter, `in literal ${word} (expecting '${wanted}')`);
      return at === word.length - 1 ? afterValue : literalAt(word, at + 1);
    };

  const negative: Step = (letter) => {
    if (letter === "0") return fraction;
    return isDigit(letter) ? integer : unexpected(letter, "in numeric literal");
  };
  const integer: Step = (letter) => (isDigit(letter) ? integer : fraction(letter));
  const fraction: Step = (letter) => (letter === "." ? firstDecimal : exponent(letter));
  const firstDecimal: Step = (letter) =>
    isDigit(letter) ? decimals : unexpected(letter, "after decimal point in numeric literal");
  const decimals: Step = (letter) => (isDigit(letter) ? decimals : exponent(letter));
  const exponent: Step = (letter) => (letter === "e" || letter === "E" ? sign : afterValue(letter));
  const sign: Step = (letter) => (letter === "+" || letter === "-" ? firstOfExponent : firstOfExponent(letter));
  const firstOfExponent: Step = (letter) =>
    isDigit(letter) ? restOfExponent : unexpected(letter, "in exponent of numeric literal");
  const restOfExponent: Step = (letter) => (isDigit(letter) ? restOfExponent : afterValue(letter));

  return value;
}
