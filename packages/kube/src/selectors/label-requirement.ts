import { MalformedTextError } from "../errors/malformed-text-error.ts";
import { ownField } from "../json/json-object.ts";
import { labelKeyProblems, labelValueProblems } from "../names/label-syntax.ts";

/** The labels of an object. */
export type Labels = Readonly<Record<string, string>>;

/** How a {@link LabelRequirement} compares a label with its values. */
export type LabelOperator = "=" | "==" | "!=" | "in" | "notin" | "exists" | "!" | "gt" | "lt";

/** A requirement on a label. Only `labelRequirement` creates it, so it is valid. */
export interface LabelRequirement {
  /** The key of the label. */
  readonly key: string;
  /** How the label is compared with the values. */
  readonly operator: LabelOperator;
  /** No values for `exists` and `!`, one for comparisons, one or more for sets. */
  readonly values: readonly string[];
}

const valueCounts: Readonly<
  Record<LabelOperator, { readonly fits: (count: number) => boolean; readonly rule: string }>
> = {
  "=": exactlyOne("exact-match compatibility requires one single value"),
  "==": exactlyOne("exact-match compatibility requires one single value"),
  "!=": exactlyOne("exact-match compatibility requires one single value"),
  in: { fits: (count) => count > 0, rule: "for 'in', 'notin' operators, values set can't be empty" },
  notin: { fits: (count) => count > 0, rule: "for 'in', 'notin' operators, values set can't be empty" },
  exists: { fits: (count) => count === 0, rule: "values set must be empty for exists and does not exist" },
  "!": { fits: (count) => count === 0, rule: "values set must be empty for exists and does not exist" },
  gt: exactlyOne("for 'Gt', 'Lt' operators, exactly one value is required"),
  lt: exactlyOne("for 'Gt', 'Lt' operators, exactly one value is required"),
};

function exactlyOne(rule: string) {
  return { fits: (count: number) => count === 1, rule };
}

/**
 * Creates a requirement, with the checks of Kubernetes' `labels.NewRequirement`.
 *
 * @throws MalformedTextError a key or value is invalid for labels, or the number of values does not fit the operator.
 */
export function labelRequirement(key: string, operator: LabelOperator, values: readonly string[]): LabelRequirement {
  const isComparison = operator === "gt" || operator === "lt";
  const problems = [
    ...keyProblem("key", key),
    ...(valueCounts[operator].fits(values.length)
      ? []
      : [invalid("values", values.length === 0 ? "null" : JSON.stringify(values), valueCounts[operator].rule)]),
    ...values.flatMap((value, index) =>
      isComparison && integerOf(value) === undefined
        ? [invalid(`values[${index}]`, quoted(value), "for 'Gt', 'Lt' operators, the value must be an integer")]
        : [],
    ),
    ...values.flatMap((value, index) => {
      const found = labelValueProblems(value);
      return found.length === 0 ? [] : [invalid(`values[${index}][${key}]`, quoted(value), found.join("; "))];
    }),
  ];
  if (problems.length > 0) throw new MalformedTextError("label selector", aggregate(problems));
  return { key, operator, values };
}

/** The problems of a key, as a field error of Kubernetes at `path`; empty if there is no problem. */
export function keyProblem(path: string, key: string): string[] {
  const found = labelKeyProblems(key);
  return found.length === 0 ? [] : [invalid(path, quoted(key), found.join("; "))];
}

function invalid(path: string, shown: string, detail: string): string {
  return `${path}: Invalid value: ${shown}: ${detail}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function aggregate(problems: readonly string[]): string {
  const [first = "", ...others] = [...new Set(problems)];
  return others.length === 0 ? first : `[${[first, ...others].join(", ")}]`;
}

/** Whether labels meet a requirement. */
export function meetsRequirement({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value = ownField(labels, key);
  switch (operator) {
    case "=":
    case "==":
    case "in":
      return value !== undefined && values.includes(value);
    case "!=":
    case "notin":
      return value === undefined || !values.includes(value);
    case "exists":
      return value !== undefined;
    case "!":
      return value === undefined;
    case "gt":
    case "lt":
      return value !== undefined && isBeyond(integerOf(value), integerOf(values[0] ?? ""), operator);
  }
}

function isBeyond(own: bigint | undefined, bound: bigint | undefined, operator: "gt" | "lt"): boolean {
  if (own === undefined || bound === undefined) return false;
  return operator === "gt" ? own > bound : own < bound;
}

const leastInt64 = -(2n ** 63n);
const mostInt64 = 2n ** 63n - 1n;

/** Parses a 64-bit integer as Go does. */
function integerOf(text: string): bigint | undefined {
  if (!/^[-+]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.replace("+", ""));
  return value < leastInt64 || value > mostInt64 ? undefined : value;
}

const signs = { "=": "=", "==": "==", "!=": "!=", gt: ">", lt: "<" } as const;

/** Formats a requirement for `kubectl -l`, with its values sorted. */
export function requirementText({ key, operator, values }: LabelRequirement): string {
  const listed = values.toSorted(compareText).join(",");
  switch (operator) {
    case "exists":
      return key;
    case "!":
      return `!${key}`;
    case "in":
    case "notin":
      return `${key} ${operator} (${listed})`;
    case "=":
    case "==":
    case "!=":
    case "gt":
    case "lt":
      return `${key}${signs[operator]}${listed}`;
  }
}

/** The order in which Go sorts strings of ASCII characters. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
