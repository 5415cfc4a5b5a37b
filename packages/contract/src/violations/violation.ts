import { type RuleId, ruleInfo } from "../catalogue/rule-info.ts";

/** Where an object breaks a rule. */
export interface Breach {
  /** JSON path in the object: `status.initialization.provisioned`. */
  readonly path: string;
  /** What is expected there, in words. */
  readonly expected: string;
  /** What is there. `undefined`: nothing. */
  readonly actual: unknown;
}

/**
 * What the SDK itself asks for, where the contract has no rule: `schema`, an object has the form that the schema of its kind
 * declares; `outcome`, author code returns outcomes; `names`, the API server accepts the names of a CRD; `columns`, they show fields;
 * `auxiliary`, a kind that core does not know is not taken for another; `finalizer`, an object is kept by a finalizer that the API server
 * accepts, and that its provider alone removes.
 */
const ownRules = {
  schema: { statement: "An object has the form that the schema of its kind declares.", source: "schema" },
  outcome: {
    statement: "The code of a provider returns what is true as an outcome.",
    source: "@capstan/provider: outcome",
  },
  columns: {
    statement: "A column of kubectl shows a field that the kind has.",
    source: "additionalPrinterColumns of a CustomResourceDefinition",
  },
  auxiliary: {
    statement: "An auxiliary kind has none of Cluster API's roles, and is served as its provider defines it.",
    source: "@capstan/provider: defineAuxiliaryKind",
  },
  names: {
    statement: "The names of a kind are such as the API server accepts.",
    source: "names of a CustomResourceDefinition",
  },
  finalizer: {
    statement: "The finalizer of a kind is a qualified name that its provider alone removes.",
    source: "metadata.finalizers of an object",
  },
} as const;

/** What a {@link Violation} breaks: a rule of the contract, or one of the SDK's own where the contract has no rule. */
export type ViolatedRule = RuleId | keyof typeof ownRules;

declare const made: unique symbol;

/** One place where an object breaks the contract. Made by {@link violation} and {@link schemaViolation} alone. */
export interface Violation<Rule extends ViolatedRule = ViolatedRule> extends Breach {
  /** The rule's id: `IM-002`. */
  readonly rule: Rule;
  /** The rule in one line. */
  readonly statement: string;
  /** The document and heading that say so. */
  readonly source: string;
  /** @internal Only `violation` makes one. */
  readonly [made]: true;
}

/** A breach of a rule: statement and source are those of the catalogue. */
export function violation<const Rule extends Exclude<ViolatedRule, "schema">>(
  rule: Rule,
  { path, expected, actual }: Omit<Breach, "actual"> & { readonly actual?: unknown },
): Violation<Rule> {
  const { statement, source } = isOwn(rule) ? ownRules[rule] : ruleInfo(rule);
  return brand({ rule, statement, path, expected, actual, source });
}

/**
 * A breach of the schema of a kind.
 *
 * @param kind - whose schema: `Machine in cluster.x-k8s.io/v1beta2`.
 */
export function schemaViolation(kind: string, { path, expected, actual }: Breach): Violation<"schema"> {
  const { statement, source } = ownRules.schema;
  return brand({ rule: "schema", statement, path, expected, actual, source: `${source} of ${kind}` });
}

function isOwn(rule: string): rule is keyof typeof ownRules {
  return Object.hasOwn(ownRules, rule);
}

/** The brand is a type only, so that a literal is not taken for a violation. */
function brand<Rule extends ViolatedRule>(found: Omit<Violation<Rule>, typeof made>): Violation<Rule> {
  return found as Violation<Rule>;
}
