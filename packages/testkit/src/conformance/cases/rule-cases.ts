import { type DynamicRuleId, ruleInfo } from "@capstan/contract";
import type { ProviderRole } from "@capstan/provider";
import type { TestedKind } from "../scene/subject.ts";
import { bootstrapConfig } from "./bootstrap-config.ts";
import { controlPlane } from "./control-plane.ts";
import { everyKind } from "./every-kind.ts";
import { infraCluster } from "./infra-cluster.ts";
import { infraMachinePool } from "./infra-machine-pool.ts";
import { infraMachine } from "./infra-machine.ts";
import type { RuleCase } from "./rule-case.ts";

/** The cases of each kind of provider object. */
export const ruleCases = {
  BootstrapConfig: [...bootstrapConfig, ...everyKind],
  InfraMachine: [...infraMachine, ...everyKind],
  InfraCluster: [...infraCluster, ...everyKind],
  InfraMachinePool: [...infraMachinePool, ...everyKind],
  ControlPlane: [...controlPlane, ...everyKind],
} as const satisfies Record<ProviderRole, readonly RuleCase[]>;

/** A case with those of its rules that concern a kind. */
export interface ConcerningCase extends RuleCase {
  readonly holding: readonly DynamicRuleId[];
}

/** The cases of a kind with the rules that concern it, by the contract it implements. */
export function casesFor(definition: TestedKind): readonly ConcerningCase[] {
  return ruleCases[definition.role]
    .filter((found: RuleCase) => found.concerns?.(definition) ?? true)
    .map((found: RuleCase) => ({ ...found, holding: found.rules.filter((rule) => concerns(definition, rule)) }))
    .filter(({ holding }) => holding.length > 0);
}

/** Title of the test of a case. */
export function titleOfCase({ holding, sentence }: ConcerningCase): string {
  return `${holding.join(", ")}: ${sentence}`;
}

/** A rule of contract v1beta1 alone concerns those that implement nothing newer: elsewhere a v1beta2 rule has its place. */
function concerns({ contract }: TestedKind, rule: DynamicRuleId): boolean {
  const held = ruleInfo(rule).contract;
  return held === "both" || held === contract;
}
