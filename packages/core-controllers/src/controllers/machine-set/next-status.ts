import { type DeepReadonly, labels, type MachineSet, type MachineSetStatus, countNodes } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { applyConditions } from "../../conditions/apply.ts";
import { applyDeprecatedConditions } from "../../conditions/deprecated-conditions.ts";
import { setConditions } from "../../replicas/set-conditions.ts";
import { setStatus } from "../../replicas/set-status.ts";
import { type Blockers } from "./blockers.ts";
import { deprecatedSetConditions } from "./deprecated-status.ts";
import { type SetMachine } from "./reads.ts";

/** The input for the status of a MachineSet, in addition to the set. */
export interface ObservedMachineSet {
  readonly machines: readonly SetMachine[];
  readonly blockers: Blockers;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Computes the whole status of a MachineSet that is not paused. */
export function nextMachineSetStatus(set: DeepReadonly<MachineSet>, observed: ObservedMachineSet): MachineSetStatus {
  const { machines, blockers, now } = observed;
  const deleting = set.metadata.deletionTimestamp !== undefined;
  const wanted = deleting ? 0 : (set.spec.replicas ?? 1);
  const facts = { wanted, machines, blockers: blockers.messages, deleting, remediator: "MachineSet", now };
  const before = deepCopy<MachineSetStatus>(set.status ?? {});
  delete before.versions;
  const nodes = countNodes(machines, now);
  const deprecated = deprecatedSetConditions({ wanted, machines, blockers, readyNodes: nodes.readyReplicas });
  return {
    ...before,
    ...setStatus(set, machines),
    conditions: applyConditions(before.conditions, setConditions(facts), now),
    deprecated: {
      v1beta1: {
        ...before.deprecated?.v1beta1,
        conditions: applyDeprecatedConditions(before.deprecated?.v1beta1?.conditions, deprecated, now),
        fullyLabeledReplicas: fullyLabeled(set, machines),
        ...nodes,
      },
    },
  };
}

function fullyLabeled(set: DeepReadonly<MachineSet>, machines: readonly SetMachine[]): number {
  const wanted = Object.entries({
    ...set.spec.template.metadata?.labels,
    [labels.clusterName]: set.spec.clusterName,
  });
  return machines.filter(({ metadata }) => wanted.every(([key, value]) => metadata.labels?.[key] === value)).length;
}
