import { ContractViolation, isRuleId, type ProviderRole, violationsOverTime } from "@capstan/contract";
import { type ProviderDefinition, Type } from "@capstan/provider";
import { checkedOutcome } from "../../../packages/provider/src/check/checked-outcome.ts";
import {
  brokenClusterFacts,
  brokenMachineOutcomes,
  notData,
  provisioned,
} from "../../../packages/provider/test/broken-outcomes.ts";
import { OddCluster, OddConfig, OddMachine } from "../../../packages/provider/test/odd-providers.ts";
import { helperOf } from "../../../packages/provider/test/refused-definitions.ts";
import { type Sighting, sightingOf } from "./sighting.ts";
import { labelOf, type TakenName, takenNames } from "./taken-names.ts";

const moment = "run time";

/** The violations that keep outcomes and writes from the server. */
export function seenAtRunTime(): Sighting[] {
  const machines = brokenMachineOutcomes.map(([rule, , answer]) => ({ rule, answer, definition: OddMachine }));
  const clusters = brokenClusterFacts.map(([rule, , facts]) => {
    return { rule, answer: { type: "clusterProvisioned", ...facts }, definition: OddCluster };
  });
  const outcomes = [...machines, ...clusters, { rule: "BS-005", answer: notData, definition: OddConfig } as const];
  return [
    ...outcomes
      .filter(({ rule }) => isRuleId(rule))
      .map(({ rule, answer, definition }) => {
        return sightingOf(moment, JSON.stringify(answer), rule, violationsOf(definition, answer));
      }),
    ...takenNames.filter(({ section }) => section === "status").map(sightingOfTaken),
    changedProviderID(),
  ];
}

/** An outcome that sets a status field of the contract as a field of the author. */
function sightingOfTaken(taken: TakenName): Sighting {
  const { role, contract, name, rule } = taken;
  const definition = definitionOf(role, contract);
  const answer = { type: "pending", reason: "Waiting", status: { [name]: "x" } };
  return sightingOf(moment, labelOf(taken), rule, violationsOf(definition, answer));
}

function definitionOf(role: ProviderRole, contract: string): ProviderDefinition {
  const definition = helperOf(role)?.({ kind: `Own${role}`, versions: { v1: { contract, spec: Type.Object({}) } } });
  if (definition === undefined) throw new Error(`Nothing defines kinds of the role ${role}.`);
  return definition;
}

function violationsOf(definition: ProviderDefinition, answer: unknown) {
  const object = { apiVersion: "x/v1", kind: definition.kind.kind, metadata: { name: "it" }, spec: {} };
  try {
    checkedOutcome(definition, object as never, answer as never);
    return [];
  } catch (error) {
    if (error instanceof ContractViolation) return error.violations;
    throw error;
  }
}

/** A write that would reset a permanent field. */
function changedProviderID(): Sighting {
  const object = (providerID: string) => ({ spec: { providerID } });
  const before = object(provisioned.providerID);
  const found = violationsOverTime("InfraMachine", ["v1beta2"], before, object("odd://2"));
  return sightingOf(moment, "another providerID", "IM-002", found);
}
