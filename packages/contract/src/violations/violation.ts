import { type RuleId, ruleInfo } from "../catalogue/rule-info.ts";

/** The place where an object breaks a rule. */
export interface Breach {
  /** The JSON path in the object: `status.initialization.provisioned`. */
  readonly path: string;
  /** The expectation, in words. */
  readonly expected: string;
  /** The actual value; `undefined` if there is no value. */
  readonly actual: unknown;
}

/**
 * The SDK's own rules, where the contract has no rule. `schema`: an object fits the schema of its kind. `outcome`: author code returns
 * outcomes. `names`: the API server accepts the names of a CRD. `columns`: columns show fields. `auxiliary`: a kind without a role cannot
 * be mistaken for one with a role. `finalizer`: the API server accepts the finalizer, and only the provider removes it.
 */
const ownRules = {
  schema: { statement: "An object conforms to the schema of its kind.", source: "schema" },
  outcome: {
    statement: "Author code returns an outcome with true facts.",
    source: "@capstan/provider: outcome",
  },
  columns: {
    statement: "A column of kubectl shows a field that the kind has.",
    source: "additionalPrinterColumns of a CustomResourceDefinition",
  },
  auxiliary: {
    statement: "An auxiliary kind has no role in Cluster API, and the API server serves it as the provider defines it.",
    source: "@capstan/provider: defineAuxiliaryKind",
  },
  names: {
    statement: "The API server accepts the names of a kind.",
    source: "names of a CustomResourceDefinition",
  },
  finalizer: {
    statement: "The finalizer of a kind is a qualified name that its provider alone removes.",
    source: "metadata.finalizers of an object",
  },
} as const;

/** The rule that a {@link Violation} breaks: a rule of the contract, or a rule of the SDK where the contract has no rule. */
export type ViolatedRule = RuleId | keyof typeof ownRules;

declare const made: unique symbol;

/** A place where an object breaks the contract. Only {@link violation} and {@link schemaViolation} create it. */
export interface Violation<Rule extends ViolatedRule = ViolatedRule> extends Breach {
  /** The rule's id: `IM-002`. */
  readonly rule: Rule;
  /** The rule in one line. */
  readonly statement: string;
  /** The document and heading of the rule. */
  readonly source: string;
  /** @internal Only `violation` sets it. */
  readonly [made]: true;
}

/** A violation of a rule, with statement and source from the catalogue. */
export function violation<const Rule extends Exclude<ViolatedRule, "schema">>(
  rule: Rule,
  { path, expected, actual }: Omit<Breach, "actual"> & { readonly actual?: unknown },
): Violation<Rule> {
  const { statement, source } = isOwn(rule) ? ownRules[rule] : ruleInfo(rule);
  return brand({ rule, statement, path, expected, actual, source });
}

/**
 * A violation of a kind's schema.
 *
 * @param kind - the kind with its version: `Machine in cluster.x-k8s.io/v1beta2`.
 */
export function schemaViolation(kind: string, { path, expected, actual }: Breach): Violation<"schema"> {
  const { statement, source } = ownRules.schema;
  return brand({ rule: "schema", statement, path, expected, actual, source: `${source} of ${kind}` });
}

function isOwn(rule: string): rule is keyof typeof ownRules {
  return Object.hasOwn(ownRules, rule);
}

/** The brand exists only as a type, so that object literals are not violations. */
function brand<Rule extends ViolatedRule>(found: Omit<Violation<Rule>, typeof made>): Violation<Rule> {
  return found as Violation<Rule>;
}
