import { largestCost } from "../cel/cost/estimate.ts";
import { SourceError } from "../cel/expression/source-error.ts";
import { compile, type Program } from "../cel/program.ts";
import { type CelType, optionalOf } from "../cel/types/cel-type.ts";
import { EvaluationError } from "../cel/values/evaluation-error.ts";
import { type Schema, type ValidationRule } from "../schema/schema.ts";
import { FieldPathError, readFieldPath } from "./field-path.ts";
import { type DeclaredType, largestRequest } from "./rule-types.ts";

/** A rule that can be evaluated, or the reason why not. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  /** Undefined if the rule is empty or has an error. */
  readonly program?: Program;
  readonly error?: string;
  readonly usesOldSelf: boolean;
  readonly message?: Program;
  readonly messageError?: string;
  /** The path of the error, relative to the value. */
  readonly path: string;
}

/** Compiles the rules of one schema, without those of nested schemas. */
export function compileRules(schema: Schema, rules: readonly ValidationRule[], declared: DeclaredType): CompiledRule[] {
  return rules.map((rule) => compileRule(schema, rule, declared.type));
}

function compileRule(schema: Schema, rule: ValidationRule, self: CelType): CompiledRule {
  const variables = new Map([
    ["self", self],
    ["oldSelf", rule.optionalOldSelf === true ? optionalOf(self) : self],
  ]);
  const compiled = compileAs(rule.rule, variables, "bool");
  const base = { rule, usesOldSelf: false, path: pathOf(schema, rule) };
  if (typeof compiled === "string") return { ...base, error: compiled };
  if (compiled === undefined) return base;
  const usesOldSelf = compiled.checked.variables.has("oldSelf");
  const message = compileAs(rule.messageExpression ?? "", variables, "string");
  const own = { ...base, program: compiled, usesOldSelf };
  if (typeof message === "string") return { ...own, messageError: message };
  return message === undefined ? own : { ...own, message };
}

/** The required types of a rule's expressions, with their messages. */
const wanted = {
  bool: {
    failed: "compilation failed: ",
    constant: "program instantiation failed: ",
    other: "cel expression must evaluate to a bool",
  },
  string: {
    failed: "messageExpression compilation failed: ",
    constant: "messageExpression instantiation failed: ",
    other: "messageExpression must evaluate to a string",
  },
};

function compileAs(
  source: string,
  variables: ReadonlyMap<string, CelType>,
  kind: "bool" | "string",
): Program | string | undefined {
  if (source.trim() === "") return undefined;
  try {
    const program = compile(source, variables);
    return program.checked.type.kind === kind ? program : wanted[kind].other;
  } catch (error) {
    if (error instanceof SourceError) return wanted[kind].failed + error.message;
    if (error instanceof EvaluationError) return wanted[kind].constant + error.message;
    throw error;
  }
}

function pathOf(schema: Schema, { fieldPath }: ValidationRule): string {
  if (fieldPath === undefined || fieldPath === "") return "";
  try {
    return readFieldPath(fieldPath, schema).path;
  } catch (error) {
    if (error instanceof FieldPathError) return "";
    throw error;
  }
}

/** The maximum cost of evaluating a rule for values of a type. */
export function ruleCost({ checked }: Program, declared: DeclaredType): number {
  return largestCost(checked, (path) => largestAt(declared, path));
}

/** The maximum number of a type's values in a request. */
export function mostOccurrences({ smallest }: DeclaredType): number {
  return Math.trunc(largestRequest / (smallest + 1));
}

/** Paths begin with a variable, and all variables have the same type. */
function largestAt(declared: DeclaredType, [, ...steps]: readonly string[]): number | undefined {
  let current: DeclaredType | undefined = declared;
  for (const step of steps) {
    // Nothing is known about the size of a key.
    if (step === "@keys" && current.element !== undefined) return current.fields === undefined ? 0 : undefined;
    current = step === "@items" || step === "@values" ? current.element : current.fields?.get(step);
    if (current === undefined) return undefined;
  }
  return current.most;
}
