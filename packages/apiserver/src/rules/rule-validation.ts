import { isJsonObject, ownField } from "@capstan/kube";
import { type Outcome } from "../cel/program.ts";
import { EvaluationError } from "../cel/values/evaluation-error.ts";
import { type CelValue, OptionalValue } from "../cel/values/value.ts";
import { Correlation, KeyedItems } from "../schema/correlation.ts";
import { fieldOf } from "../schema/invalid-value.ts";
import { type ValidationRule } from "../schema/schema.ts";
import { causeOf, type FieldError } from "../status/field-error.ts";
import { type CompiledRule } from "./compiled-rule.ts";
import { type RuleFindings } from "./rule-findings.ts";
import { type RuleTree } from "./rule-tree.ts";
import { withResourceFields } from "./rule-types.ts";
import { schemaValue } from "./schema-value.ts";

/** The cost limit of all rules of an object together, and of a single evaluation. */
const wholeBudget = 10_000_000;
const callLimit = 1_000_000;

/** Evaluates the rules of a schema for a value. `previous` is undefined for a new value. */
export function validateRules(tree: RuleTree, value: unknown, previous: unknown, path = ""): RuleFindings {
  const validation = new RuleValidation();
  const correlation = previous === undefined ? undefined : new Correlation(value, previous, tree.schema);
  validation.visit(tree, { value, previous, path, ratchet: { current: correlation, nearest: undefined } });
  return validation;
}

/** The replaced value and its replacement: of the value itself, or of the nearest enclosing value that replaces another. */
interface Ratchet {
  readonly current: Correlation | undefined;
  readonly nearest: Correlation | undefined;
}

interface Place {
  readonly value: unknown;
  readonly previous: unknown;
  readonly path: string;
  readonly ratchet: Ratchet;
}

class RuleValidation implements RuleFindings {
  readonly errors: FieldError[] = [];
  readonly warnings: string[] = [];
  #budget = wholeBudget;
  #stopped = false;

  visit(tree: RuleTree, place: Place): void {
    const { value } = place;
    if (this.#stopped || value === null || value === undefined) return;
    this.#evaluateAll(tree, place);
    if (Array.isArray(value)) this.#visitItems(tree, place, value);
    else if (isJsonObject(value)) this.#visitMembers(tree, place, value);
  }

  #visitItems({ items, schema }: RuleTree, { previous, path, ratchet }: Place, list: readonly unknown[]): void {
    if (items === undefined) return;
    const before = new KeyedItems(Array.isArray(previous) ? previous : [], schema);
    for (const [index, value] of list.entries()) {
      this.visit(items, {
        value,
        previous: before.sameAs(value),
        path: `${path}[${index}]`,
        ratchet: step(ratchet, (correlation) => correlation.item(index)),
      });
    }
  }

  #visitMembers(tree: RuleTree, { previous, path, ratchet }: Place, object: Readonly<Record<string, unknown>>): void {
    const before = isJsonObject(previous) ? previous : {};
    for (const [key, value] of Object.entries(object)) {
      const property = tree.properties.get(key);
      if (property === undefined && tree.additional === undefined) continue;
      const place = {
        value,
        previous: ownField(before, key),
        ratchet: step(ratchet, (correlation) => correlation.member(key)),
      };
      if (tree.additional !== undefined) this.visit(tree.additional, { ...place, path: `${path}[${key}]` });
      if (property !== undefined) this.visit(property, { ...place, path: path === "" ? key : `${path}.${key}` });
    }
  }

  #evaluateAll(tree: RuleTree, place: Place): void {
    if (tree.rules.length === 0) return;
    if (this.#budget <= 0) {
      this.#stop(tree, place, outOfBudget);
      return;
    }
    for (const compiled of tree.rules) {
      if (this.#stopped) return;
      if (compiled.error !== undefined) this.#report(tree, place, `rule compile error: ${compiled.error}`);
      else if (compiled.program !== undefined) this.#evaluate(tree, compiled, place);
    }
  }

  #evaluate(tree: RuleTree, compiled: CompiledRule, place: Place): void {
    const { rule, program } = compiled;
    const optional = rule.optionalOldSelf === true;
    const isNew = place.previous === undefined || place.previous === null;
    if (program === undefined || (compiled.usesOldSelf && isNew && !optional)) return;
    const variables = variablesOf(tree, compiled, place);
    const outcome: Outcome =
      typeof variables === "string" ? { error: variables, cost: 0 } : program.evaluate(variables.rule, callLimit);
    if (outcome.cost > this.#budget) {
      this.#stop(tree, place, outOfBudget);
      return;
    }
    this.#budget -= outcome.cost;
    if (outcome.error !== undefined) this.#failed(tree, place, rule, outcome);
    else if (outcome.value !== true && typeof variables !== "string") this.#broken(tree, compiled, place, variables);
  }

  #failed(tree: RuleTree, place: Place, rule: ValidationRule, { error = "", exceeded }: Outcome): void {
    const name = ruleName(rule);
    if (error.startsWith("no such overload")) {
      this.#report(
        tree,
        place,
        `'${error}': call arguments did not match a supported operator, function or macro signature for rule: ${name}`,
      );
    } else if (exceeded === true) {
      this.#stop(
        tree,
        place,
        `'${error}': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`,
      );
    } else {
      this.#report(tree, place, `${error} evaluating rule: ${name}`);
    }
  }

  #broken(tree: RuleTree, compiled: CompiledRule, place: Place, variables: Variables): void {
    const { rule, message } = compiled;
    const field = [place.path, compiled.path].filter((part) => part !== "").join(".");
    let detail: string | undefined;
    if (message !== undefined) {
      const outcome = message.evaluate(variables.message, callLimit);
      try {
        detail = evaluatedMessage(outcome, rule, this.#budget);
        this.#budget -= outcome.cost;
      } catch (error) {
        if (!(error instanceof MessageError)) throw error;
        this.#add(compiled, place, invalid(field, tree, error.message));
        this.#stopped = true;
        return;
      }
    }
    const hidden = tree.schema.type === "object" || tree.schema.type === "array";
    this.#add(compiled, place, {
      type: reasons[rule.reason ?? ""] ?? "Invalid value",
      field: fieldOf(field),
      detail: detail ?? defaultMessage(rule),
      ...(hidden ? {} : { value: place.value }),
    });
  }

  #add({ usesOldSelf }: CompiledRule, { ratchet }: Place, error: FieldError): void {
    const unchanged = (ratchet.current ?? ratchet.nearest)?.isUnchanged === true;
    if (!usesOldSelf && unchanged) this.warnings.push(`${error.field}: ${causeOf(error).message ?? ""}`);
    else this.errors.push(error.type === "Duplicate value" ? { ...error, detail: "" } : error);
  }

  #report(tree: RuleTree, { path }: Place, detail: string): void {
    this.errors.push(invalid(path, tree, detail));
  }

  #stop(tree: RuleTree, place: Place, detail: string): void {
    this.#report(tree, place, detail);
    this.#stopped = true;
  }
}

const outOfBudget = "validation failed due to running out of cost budget, no further validation rules will be run";

const reasons: Readonly<Record<string, FieldError["type"]>> = {
  FieldValueForbidden: "Forbidden",
  FieldValueRequired: "Required value",
  FieldValueDuplicate: "Duplicate value",
};

function invalid(path: string, { schema }: RuleTree, detail: string): FieldError {
  return { type: "Invalid value", field: fieldOf(path), value: schema.type ?? "", detail };
}

function step({ current, nearest }: Ratchet, to: (from: Correlation) => Correlation | undefined): Ratchet {
  return current === undefined ? { current, nearest } : { current: to(current), nearest: current };
}

/** The variables of a rule's expressions: its message has the plain `oldSelf`, even if the rule has an optional. */
interface Variables {
  readonly rule: ReadonlyMap<string, CelValue>;
  readonly message: ReadonlyMap<string, CelValue>;
}

/** Returns a string with the reason if the variables cannot be created. */
function variablesOf(tree: RuleTree, { rule }: CompiledRule, { value, previous }: Place): Variables | string {
  const schema = tree.isRoot ? withResourceFields(tree.schema) : tree.schema;
  try {
    const self = schemaValue(value, schema);
    const isNew = previous === undefined || previous === null || !tree.rules.some(({ usesOldSelf }) => usesOldSelf);
    const old = isNew ? undefined : schemaValue(previous, schema);
    const plain = new Map(
      old === undefined
        ? [["self", self]]
        : [
            ["self", self],
            ["oldSelf", old],
          ],
    );
    if (rule.optionalOldSelf !== true) return { rule: plain, message: plain };
    const optional = old === undefined ? OptionalValue.none : OptionalValue.of(old);
    return { rule: new Map([...plain, ["oldSelf", optional]]), message: plain };
  } catch (error) {
    if (error instanceof EvaluationError) return error.message;
    throw error;
  }
}

function ruleName({ rule, message = "" }: ValidationRule): string {
  return (message === "" ? rule : message).trim();
}

function defaultMessage(rule: ValidationRule): string {
  return (rule.message ?? "") === "" ? `failed rule: ${ruleName(rule)}` : ruleName(rule);
}

/** The message of a rule exceeded the cost limit, so no more rules are evaluated. */
class MessageError extends Error {}

const longest = 5 * 1024;

/**
 * The message from an expression; undefined if it is not presentable.
 *
 * @throws MessageError
 */
function evaluatedMessage(outcome: Outcome, rule: ValidationRule, budget: number): string | undefined {
  const { cost, exceeded, value } = outcome;
  if (cost > budget) {
    throw new MessageError(
      "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run",
    );
  }
  if (exceeded === true) {
    const name = JSON.stringify(rule.messageExpression);
    throw new MessageError(
      `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${name}`,
    );
  }
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return text === "" || text.includes("\n") || Buffer.byteLength(text) > longest ? undefined : text;
}
