import { MalformedTextError } from "../errors/malformed-text-error.ts";
import { endOfJsonString } from "./end-of-json-string.ts";
import { exactInteger } from "./exact-integer.ts";

/** Limits for JSON from outside. */
export interface JsonLimits {
  /** Nesting depth of lists and objects. Default: 10,000, as in the API server. */
  readonly depth?: number;
  /** Total number of values, which determines the memory use more than the length does. Default: no limit. */
  readonly values?: number;
}

/** Options of {@link parseJson}. */
export interface JsonOptions extends JsonLimits {
  /** With `exact`, 64-bit integers that a number cannot represent become bigints. Default: `rounded`, as `JSON.parse` does. */
  readonly integers?: "exact" | "rounded";
}

/** The depth limit of the JSON decoder in Kubernetes ("exceeded max depth"). */
const maxJsonDepth = 10_000;

/**
 * Parses JSON from outside. Input that exceeds a limit is refused before any value is created, in time linear to its length.
 *
 * @throws MalformedTextError - the input is not JSON, or exceeds a limit. The message quotes nothing of it.
 */
export function parseJson(text: string, options: JsonOptions = {}): unknown {
  const { depth = maxJsonDepth, values = Infinity, integers = "rounded" } = options;
  const breach = breachOf(text, depth, values);
  if (breach !== undefined) throw new MalformedTextError("JSON", breach);
  try {
    // A reviver takes several times as long, because it is called for every value.
    const isRounded = integers === "rounded" || !manyDigits.test(text);
    return isRounded ? JSON.parse(text) : JSON.parse(text, integersExact as Parameters<typeof JSON.parse>[1]);
  } catch {
    // The message of JSON.parse quotes the input, which may be secret.
    throw new MalformedTextError("JSON", "it is not JSON");
  }
}

/** An integer that a number cannot represent has at least 16 digits. */
const manyDigits = /\d{16}/;

function integersExact(_key: string, value: unknown, { source = "" }: { readonly source?: string }): unknown {
  return typeof value === "number" && /^-?\d+$/.test(source) ? exactInteger(source) : value;
}

const [quote, comma] = [0x22, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

function breachOf(text: string, maxDepth: number, maxValues: number): string | undefined {
  // Shorter input cannot exceed either limit.
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
