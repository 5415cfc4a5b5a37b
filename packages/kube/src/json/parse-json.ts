import { MalformedTextError } from "../errors/malformed-text-error.ts";
import { endOfJsonString } from "./end-of-json-string.ts";
import { exactInteger } from "./exact-integer.ts";

/** How much a JSON text from outside may contain. */
export interface JsonLimits {
  /** Lists and objects inside each other. Default: 10,000, as in the API server. */
  readonly depth?: number;
  /** Values in all: what a text costs in memory depends on them more than on its length. Default: no limit. */
  readonly values?: number;
}

/** How JSON is read. */
export interface JsonOptions extends JsonLimits {
  /** `exact`: integers of 64 bits that a number does not hold are bigints. Default: `rounded`, as `JSON.parse` has them. */
  readonly integers?: "exact" | "rounded";
}

/** The nesting at which the JSON reader of Kubernetes gives up ("exceeded max depth"). */
const maxJsonDepth = 10_000;

/**
 * Reads a JSON text from outside. What exceeds a limit is refused before anything is built of it, in time linear to its length.
 *
 * @throws MalformedTextError - it is not JSON, or exceeds a limit. No text of it is in the message.
 */
export function parseJson(text: string, options: JsonOptions = {}): unknown {
  const { depth = maxJsonDepth, values = Infinity, integers = "rounded" } = options;
  const breach = breachOf(text, depth, values);
  if (breach !== undefined) throw new MalformedTextError("JSON", breach);
  try {
    // A function for every value takes several times as long.
    const isRounded = integers === "rounded" || !manyDigits.test(text);
    return isRounded ? JSON.parse(text) : JSON.parse(text, integersExact as Parameters<typeof JSON.parse>[1]);
  } catch {
    // The parser's own message quotes the text, which may be secret.
    throw new MalformedTextError("JSON", "it is not JSON");
  }
}

/** The integers that a number does not hold have at least 16. */
const manyDigits = /\d{16}/;

function integersExact(_key: string, value: unknown, { source = "" }: { readonly source?: string }): unknown {
  return typeof value === "number" && /^-?\d+$/.test(source) ? exactInteger(source) : value;
}

const [quote, comma] = [0x22, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

function breachOf(text: string, maxDepth: number, maxValues: number): string | undefined {
  // A shorter text has no room for either.
  if (text.length <= Math.min(maxDepth, maxValues)) return undefined;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfJsonString(text, at);
    } else if (code === openList || code === openObject) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) return `it is nested deeper than ${maxDepth} levels`;
    } else if (code === closeList || code === closeObject) {
      depth -= 1;
    } else if (code === comma) {
      values += 1;
    }
    if (values > maxValues) return `it has more than ${maxValues} values`;
  }
  return undefined;
}
