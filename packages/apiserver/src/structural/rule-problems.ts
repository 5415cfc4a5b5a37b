import { type JsonObject } from "@capstan/kube";
import { type CompiledRule, compileRules, mostOccurrences, ruleCost } from "../rules/compiled-rule.ts";
import { type DeclaredType, declaredType, isEmbedded } from "../rules/rule-types.ts";
import { type ValidationRule } from "../schema/schema.ts";
import { type FieldError, forbiddenAt, invalidAt } from "../status/field-error.ts";
import { type RuleSite } from "./openapi-problems.ts";

/** The limit of the estimated cost of one rule, and of all rules in a schema together. */
const ruleLimit = 10_000_000;
const schemaLimit = 100_000_000;

/** Reports rules that do not compile, use unknown values, or may cost too much. */
export function ruleProblems(sites: readonly RuleSite[], rootPath: string): FieldError[] {
  const costs: { path: string; cost: number }[] = [];
  const problems = sites.flatMap((site) => ofSite(site, (path, cost) => costs.push({ path, cost })));
  const total = costs.reduce((sum, { cost }) => sum + cost, 0);
  if (total <= schemaLimit) return problems;
  const expensive = costs
    .filter(({ cost }) => cost >= schemaLimit / 100)
    .sort((left, right) => right.cost - left.cost)
    .slice(0, 4);
  const contributed = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
  const whole = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
  return [
    ...problems,
    ...expensive.map(({ path }) => forbiddenAt(path, contributed)),
    forbiddenAt(rootPath, tooCostly(whole, total, schemaLimit)),
  ];
}

type Observe = (path: string, cost: number) => void;

function ofSite(site: RuleSite, observe: Observe): FieldError[] {
  const { schema, path, isRoot } = site;
  const declared = declaredType(schema, "selfType", isRoot || isEmbedded(schema));
  if (declared === undefined) {
    const detail =
      "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations";
    return [{ type: "Internal error", field: `${path}.x-kubernetes-validations`, detail }];
  }
  const rules = compileRules(schema, schema["x-kubernetes-validations"] ?? [], declared);
  return rules.flatMap((rule, index) =>
    ofRule(rule, site, declared, `${path}.x-kubernetes-validations[${index}]`, observe),
  );
}

function ofRule(
  compiled: CompiledRule,
  { occurrences, uncorrelated }: RuleSite,
  declared: DeclaredType,
  at: string,
  observe: Observe,
): FieldError[] {
  const { rule, program, error, message, messageError, usesOldSelf } = compiled;
  const problems: FieldError[] = [];
  const cost = program === undefined ? 0 : ruleCost(program, declared) * (occurrences ?? mostOccurrences(declared));
  observe(`${at}.rule`, Number.isNaN(cost) ? 0 : cost);
  if (cost > ruleLimit) problems.push(forbiddenAt(`${at}.rule`, tooCostly("estimated rule cost", cost, ruleLimit)));
  if (error !== undefined) problems.push(invalidAt(`${at}.rule`, shown(rule), error));
  if (messageError !== undefined) problems.push(invalidAt(`${at}.messageExpression`, shown(rule), messageError));
  if (message !== undefined) {
    const messageCost = ruleCost(message, declared);
    observe(`${at}.messageExpression`, messageCost);
    if (messageCost > ruleLimit) {
      const detail = tooCostly("estimated messageExpression cost", messageCost, ruleLimit);
      problems.push(forbiddenAt(`${at}.messageExpression`, detail));
    }
  }
  if (usesOldSelf && uncorrelated !== undefined) {
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated}`;
    problems.push(invalidAt(`${at}.rule`, rule.rule, detail));
  }
  if (!usesOldSelf && rule.optionalOldSelf !== undefined) {
    const detail = "may not be set if oldSelf is not used in rule";
    problems.push(invalidAt(`${at}.optionalOldSelf`, rule.optionalOldSelf, detail));
  }
  return problems;
}

/** Formats a rule as Go does. */
function shown({ rule, message, messageExpression, reason, fieldPath, optionalOldSelf }: ValidationRule): JsonObject {
  return {
    Rule: rule,
    Message: message ?? "",
    MessageExpression: messageExpression ?? "",
    Reason: reason ?? null,
    FieldPath: fieldPath ?? "",
    OptionalOldSelf: optionalOldSelf ?? null,
  };
}

function tooCostly(what: string, cost: number, limit: number): string {
  const times = cost / limit;
  const factor = times > 100 ? "more than 100x" : `${times < 1.5 ? times.toFixed(6) : times.toFixed(1)}x`;
  return `${what} exceeds budget by factor of ${factor} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}
