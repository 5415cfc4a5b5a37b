import {
  type Breach,
  describeViolation,
  type RuleLevel,
  schemaViolation,
  type ViolatedRule,
  type Violation,
  violation,
} from "@capstan/contract";

/** A place where a CRD on the server does not fit the provider. */
export interface InstalledFinding extends Violation {
  /** `MUST`: the provider cannot keep the contract, or loses its writes. `SHOULD`: the provider works with reduced function. */
  readonly level: Extract<RuleLevel, "MUST" | "SHOULD">;
  /** The CRD: `CustomResourceDefinition foos.example.com`; {@link Violation.path} is a JSON path in it. */
  readonly object: string;
  /** The remedy for an operator. */
  readonly remedy: string;
}

/** The difference in one CRD, without object, source and remedy. */
export interface Difference extends Breach {
  readonly rule: ViolatedRule;
  readonly level: InstalledFinding["level"];
}

const remedies = {
  install:
    "install the CRDs of this release of the provider: start it with --install " +
    "or `capstan generate crds --from <module>` and `kubectl apply --server-side -f out/crds`",
  other: "give the kind another name or group, or delete the other CRD",
} as const;

/** The finding for the CRD of a definition. */
export function findingOf(name: string, kind: string, { rule, level, ...breach }: Difference): InstalledFinding {
  const found = rule === "schema" ? schemaViolation(kind, breach) : violation(rule, breach);
  const remedy = breach.path.startsWith("status.conditions") ? remedies.other : remedies.install;
  return { ...found, level, object: `CustomResourceDefinition ${name}`, remedy };
}

/** The finding in one line. */
export function describeFinding(finding: InstalledFinding): string {
  return `${finding.object}: ${describeViolation(finding)}`;
}
