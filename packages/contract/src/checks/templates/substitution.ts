import { type Variable, variableAt } from "./variable.ts";

/** A file with values in place of variables. */
export interface Substitution {
  readonly text: string;
  /** The offset in the source of an offset in the text. */
  readonly sourceOffset: (offset: number) => number;
  /** Restores the variables that have no value, in a string of the parsed text. */
  readonly restore: (parsed: string) => string;
}

/** A string outside of variables, without the dollar signs that escape others. */
interface Verbatim {
  /** Offset of its first character. */
  readonly start: number;
  readonly text: string;
}

type Part = Verbatim | Variable;

/** Private characters around the number of a variable: a plain scalar wherever YAML allows one, in brackets too. */
const [opening, closing, zero] = ["\u{e000}", "\u{e001}", 0xe0_10];
const marked = /\u{e000}([\u{e010}-\u{e019}]+)\u{e001}/gu;

/**
 * Splits a file into strings and variables.
 *
 * @throws MalformedTextError clusterctl cannot parse a variable.
 */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let at = text.indexOf("$"); at >= 0; at = text.indexOf("$", from)) {
    const next = text.charAt(at + 1);
    if (next === "{") {
      const variable = variableAt(text, at);
      parts.push({ start: from, text: text.slice(from, at) }, variable);
      from = variable.end;
    } else {
      // Two dollar signs are an escaped one.
      parts.push({ start: from, text: text.slice(from, at + 1) });
      from = at + (next === "$" ? 2 : 1);
    }
  }
  return [...parts, { start: from, text: text.slice(from) }];
}

/**
 * Substitutes variables as clusterctl does where the user sets none.
 *
 * @param keep - whether also variables with a default get a placeholder.
 */
export function substitute(parts: readonly Part[], { keep }: { readonly keep: boolean }): Substitution {
  const sources: string[] = [];
  const steps: { readonly at: number; readonly part: Part }[] = [];
  let text = "";
  const valueOf = (part: Part | string): string => {
    if (typeof part === "string") return part;
    if ("text" in part) return part.text;
    if (!keep && part.fallback.length > 0) return part.fallback.map(valueOf).join("");
    sources.push(part.source);
    return placeholder(sources.length - 1);
  };
  for (const part of parts) {
    steps.push({ at: text.length, part });
    text += valueOf(part);
  }
  return {
    text,
    sourceOffset: (offset) => {
      const step = steps.findLast(({ at }) => at <= offset);
      if (step === undefined) return offset;
      return step.part.start + ("text" in step.part ? offset - step.at : 0);
    },
    restore: (parsed) => parsed.replaceAll(marked, (mark, digits: string) => sources[numberOf(digits)] ?? mark),
  };
}

function placeholder(index: number): string {
  const digits = Array.from(String(index), (digit) => String.fromCodePoint(zero + Number(digit)));
  return `${opening}${digits.join("")}${closing}`;
}

function numberOf(digits: string): number {
  return Number(Array.from(digits, (digit) => digit.charCodeAt(0) - zero).join(""));
}
