import { casesFor, type ConcerningCase } from "../../../packages/testkit/src/conformance/cases/rule-cases.ts";
import { RuleBroken, ScenarioBlocked } from "../../../packages/testkit/src/conformance/play/rule-broken.ts";
import { tryRule } from "../../../packages/testkit/src/conformance/try-rule.ts";
import { faultyClusterProviders } from "../../../packages/testkit/test/conformance/raw/faulty-clusters.ts";
import { faultyConfigProviders } from "../../../packages/testkit/test/conformance/raw/faulty-configs.ts";
import { faultyControlPlaneProviders } from "../../../packages/testkit/test/conformance/raw/faulty-control-planes.ts";
import { faultyMachineProviders } from "../../../packages/testkit/test/conformance/raw/faulty-machines.ts";
import { faultyPoolProviders } from "../../../packages/testkit/test/conformance/raw/faulty-pools.ts";
import type { FaultyProvider as RuleBreaker } from "../../../packages/testkit/test/conformance/raw/faulty-provider.ts";
import { faultyProviders as faultyWhenDisturbed } from "../../../packages/testkit/test/perturbation/faulty/index.ts";
import type { TestedRole } from "../../../packages/testkit/test/perturbation/careful/tested-role.ts";
import { survives } from "../../../packages/testkit/test/perturbation/faulty/killing.ts";

/** A provider with one fault, and the parts of the testkit that must find it. */
export interface FaultyProvider {
  readonly role: TestedRole;
  /** A sentence without its subject. */
  readonly fault: string;
  /** Rules of the conformance suite, or kinds of perturbation. */
  readonly killedBy: readonly string[];
  /** @returns the reason why none of them kills it; undefined if one does. */
  readonly survives: (killer: string) => Promise<string | undefined>;
}

const ruleBreakers: readonly RuleBreaker[] = [
  ...faultyMachineProviders,
  ...faultyClusterProviders,
  ...faultyPoolProviders,
  ...faultyConfigProviders,
  ...faultyControlPlaneProviders,
];

/** All faulty providers of this repository. */
export const faultyProviders: readonly FaultyProvider[] = [
  ...ruleBreakers.map(({ fault, breaks, subject }): FaultyProvider => ({
    role: subject.definition.role,
    fault,
    killedBy: [breaks],
    survives: () => survivesSuite(breaks, subject),
  })),
  ...faultyWhenDisturbed.map((faulty): FaultyProvider => ({
    ...faulty,
    survives: async (killer) => {
      const known = faulty.killedBy.find((each) => each === killer);
      return known === undefined ? `${killer} is not a way to disturb the world` : survives(faulty, known);
    },
  })),
];

async function survivesSuite(breaks: string, subject: RuleBreaker["subject"]): Promise<string | undefined> {
  const found: string[] = [];
  for (const tried of casesFor(subject.definition).filter(({ holding }) => holding.some((rule) => rule === breaks))) {
    const broken = await rulesBroken(subject, tried);
    if (broken.includes(breaks)) return undefined;
    found.push(...broken);
  }
  return `the suite finds ${found.length === 0 ? "nothing" : found.join(", ")}`;
}

async function rulesBroken(subject: RuleBreaker["subject"], tried: ConcerningCase): Promise<string[]> {
  try {
    await tryRule(subject, tried, "embedded");
    return [];
  } catch (error) {
    if (error instanceof RuleBroken) return error.violations.map(({ rule }) => rule);
    if (error instanceof ScenarioBlocked) return [];
    throw error;
  }
}
