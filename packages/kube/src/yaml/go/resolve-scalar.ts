import { exactInteger } from "../../json/exact-integer.ts";

/** The start of the tags that YAML defines, such as `!!int`. */
export const yamlTag = "tag:yaml.org,2002:";

/** A scalar as go-yaml resolves it. A timestamp is a string, as in an untyped value of Go. */
export interface GoScalar {
  readonly type: "str" | "bool" | "int" | "float" | "null";
  readonly value: string | boolean | number | bigint | null;
}

const words = new Map<string, GoScalar>([
  ...["y", "yes", "true", "on"].flatMap((word) => spellings(word, { type: "bool", value: true })),
  ...["n", "no", "false", "off"].flatMap((word) => spellings(word, { type: "bool", value: false })),
  ...["", "~", "null"].flatMap((word) => spellings(word, { type: "null", value: null })),
  ...[".inf", "+.inf"].flatMap((word) => spellings(word, { type: "float", value: Infinity })),
  ...spellings("-.inf", { type: "float", value: -Infinity }),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, { type: "float", value: Number.NaN }] as const),
]);

function spellings(word: string, scalar: GoScalar): (readonly [string, GoScalar])[] {
  const capitalized = word.replace(/[a-z]/, (letter) => letter.toUpperCase());
  return [word, capitalized, word.toUpperCase()].map((spelling) => [spelling, scalar] as const);
}

/** Resolves a plain scalar as go-yaml v2 does: the booleans of YAML 1.1, and numbers as Go's `strconv` reads them, without base 60. */
export function resolvePlain(text: string): GoScalar {
  // Nothing else starts with another character: most strings end here.
  if (text !== "" && !/^[-+.~\dyYnNtTfFoO]/.test(text)) return { type: "str", value: text };
  return words.get(text) ?? numberOf(text) ?? { type: "str", value: text };
}

const decimal = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

function numberOf(text: string): GoScalar | undefined {
  if (text.startsWith(".")) return decimal.test(text) ? floatOf(text) : undefined;
  if (!/^[-+\d]/.test(text)) return undefined;
  const plain = text.replaceAll("_", "");
  return integerOf(plain) ?? (decimal.test(plain) ? floatOf(plain) : undefined);
}

/** Undefined for a number that a float cannot represent. */
function floatOf(text: string): GoScalar | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? { type: "float", value } : undefined;
}

const integer = /^([-+]?)(?:0[xX]([\da-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9]\d*))$/;

/** An integer of 64 bits; only those without a sign may have the last bit. */
function integerOf(text: string): GoScalar | undefined {
  const [, sign, hex, binary, octal, digits = "0"] = integer.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const source = prefixed("0x", hex) ?? prefixed("0b", binary) ?? prefixed("0o", octal) ?? digits;
  const near = Number(source);
  if (Number.isSafeInteger(near)) return { type: "int", value: sign === "-" && near !== 0 ? -near : near };
  const exact = BigInt(source) * (sign === "-" ? -1n : 1n);
  const isIn = BigInt.asIntN(64, exact) === exact || (sign === "" && BigInt.asUintN(64, exact) === exact);
  return isIn ? { type: "int", value: exactInteger(String(exact)) } : undefined;
}

function prefixed(prefix: string, digits: string | undefined): string | undefined {
  return digits === undefined ? undefined : prefix + digits;
}
