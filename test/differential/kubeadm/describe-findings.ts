import { type Judgment } from "./checks/judge-cases.ts";
import { cloudInitInstallation } from "./checks/cloud-init-schema.ts";
import { leastCases } from "./fields/field-coverage.ts";
import { type Findings } from "./run-all.ts";

/** One part of the comparison, for people and programs. */
export interface Section {
  readonly name: string;
  /** Findings without a stated reason; empty if there are none. */
  readonly problems: readonly string[];
  /** Findings with a stated reason. */
  readonly explained: readonly string[];
  readonly summary: string;
}

/** The findings of the comparison, with one section per subject. */
export function describeFindings(findings: Findings): Section[] {
  return [
    describeCases(findings),
    describeSequences(findings),
    describeCoverage(findings),
    describeJudgment("cloud-init", findings.cloudInit),
    describeJudgment("kubeadm", findings.kubeadm),
  ];
}

function describeCases({ cases }: Findings): Section {
  const different = cases.filter(({ differences }) => differences.length > 0);
  const stale = cases.filter((result) => result.case.difference !== undefined && result.differences.length === 0);
  const unexplained = different.filter((result) => result.case.difference === undefined);
  const explained = different.filter((result) => result.case.difference !== undefined);
  return {
    name: "cases",
    problems: [
      ...unexplained.flatMap(({ case: { name }, differences }) => [
        `${name} differs (Go | ours)`,
        ...differences.map((line) => `  ${line}`),
      ]),
      ...stale.map(({ case: { name, difference } }) => `${name} is equal, but should show ${difference ?? ""}`),
    ],
    explained: explained.map(({ case: { name, difference } }) => `${name}: ${difference ?? ""}`),
    summary:
      `cases ${cases.length}, equal ${cases.length - different.length}, ` +
      `different with a reason ${explained.length}, without ${unexplained.length}`,
  };
}

function describeSequences({ sequences }: Findings): Section {
  const steps = sequences.flatMap(({ sequence, steps: some }) => some.map((step) => ({ sequence, step })));
  const wrong = steps.filter(({ step }) => step.unexplained.length > 0);
  const shown = steps.filter(({ step }) => step.unexplained.length === 0 && step.shown.length > 0);
  return {
    name: "sequences",
    problems: [
      ...wrong.flatMap(({ sequence, step }) => [
        `${sequence.name}, when ${step.what} (Go | ours)`,
        ...step.unexplained.map((line) => `  ${line}`),
      ]),
      ...sequences.flatMap(({ sequence, stale }) => stale.map((id) => `${sequence.name} should show ${id}`)),
    ],
    explained: shown.map(({ sequence, step }) => `${sequence.name}, when ${step.what}: ${step.shown.join(", ")}`),
    summary:
      `sequences ${sequences.length}, steps ${steps.length}, equal ${steps.length - wrong.length - shown.length}, ` +
      `different with a reason ${shown.length}, without ${wrong.length}`,
  };
}

function describeCoverage({ coverage: { fields, values, counts } }: Findings): Section {
  const rare = counts.filter(({ count }) => count < leastCases);
  const text = ({ place, count }: (typeof counts)[number]) => `${place} (${count})`;
  return {
    name: "coverage",
    problems: rare.map((one) => `in fewer than ${leastCases} cases: ${text(one)}`),
    explained: [],
    summary:
      `fields of upstream's schema ${fields}, values of those that have few ${values}, ` +
      `each in at least ${counts[0]?.count ?? 0} cases; the rarest: ${counts.slice(0, 3).map(text).join(", ")}`,
  };
}

function describeJudgment(name: string, judgment: Judgment | undefined): Section {
  if (judgment === undefined) {
    const summary = `${name} SKIPPED: not installed; install it with: ${cloudInitInstallation}`;
    return { name, problems: [], explained: [], summary };
  }
  const { tool, accepted, explained, unexplained, refusedOfGoOnly, notes } = judgment;
  return {
    name,
    problems: unexplained,
    explained: [...explained, ...notes],
    summary:
      `${tool}: accepted ${accepted}, refused with a reason ${explained.length}, without ${unexplained.length}; ` +
      `refused of the Go provider's only ${refusedOfGoOnly}`,
  };
}
