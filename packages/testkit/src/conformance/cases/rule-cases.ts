import { type DynamicRuleId, ruleInfo } from "@capstan/contract";
import type { ProviderRole } from "@capstan/provider";
import type { TestedKind } from "../scene/subject.ts";
import { bootstrapConfig } from "./bootstrap-config.ts";
import { controlPlane } from "./control-plane.ts";
import { controlPlaneMachines } from "./control-plane-machines.ts";
import { everyKind } from "./every-kind.ts";
import { infraCluster } from "./infra-cluster.ts";
import { infraMachinePool } from "./infra-machine-pool.ts";
import { infraMachine } from "./infra-machine.ts";
import type { RuleCase } from "./rule-case.ts";

/** The cases by role of a kind. */
export const ruleCases = {
  BootstrapConfig: [...bootstrapConfig, ...everyKind],
  InfraMachine: [...infraMachine, ...everyKind],
  InfraCluster: [...infraCluster, ...everyKind],
  InfraMachinePool: [...infraMachinePool, ...everyKind],
  ControlPlane: [...controlPlane, ...controlPlaneMachines, ...everyKind],
} as const satisfies Record<ProviderRole, readonly RuleCase[]>;

/** A case with those of its rules that apply to a kind. */
export interface ConcerningCase extends RuleCase {
  readonly holding: readonly DynamicRuleId[];
}

/** The cases of a kind, with the rules that apply to its contract. */
export function casesFor(definition: TestedKind): readonly ConcerningCase[] {
  return ruleCases[definition.role]
    .filter((found: RuleCase) => found.concerns?.(definition) ?? true)
    .map((found: RuleCase) => ({ ...found, holding: found.rules.filter((rule) => concerns(definition, rule)) }))
    .filter(({ holding }) => holding.length > 0);
}

/** The title of a case's test. */
export function titleOfCase({ holding, sentence }: ConcerningCase): string {
  return `${holding.join(", ")}: ${sentence}`;
}

/** A rule of contract v1beta1 alone applies only to kinds without a newer contract; for the others a v1beta2 rule replaces it. */
function concerns({ contract }: TestedKind, rule: DynamicRuleId): boolean {
  const held = ruleInfo(rule).contract;
  return held === "both" || held === contract;
}
