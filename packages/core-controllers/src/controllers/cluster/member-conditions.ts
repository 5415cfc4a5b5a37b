import {
  type Cluster,
  conditionTypes,
  type DeepReadonly,
  type NewCondition,
  readCondition,
  reasons,
} from "@capstan/contract";
import { isOwnedBy } from "@capstan/kube";
import { aggregateKinds, type NamedReporter } from "../../conditions/aggregate.ts";
import { type ObservedReference } from "../../references/reference.ts";
import { machinesReady, machinesUpToDate, remediating } from "../../replicas/machine-conditions.ts";
import {
  controlPlaneMachines,
  type Descendants,
  reportingUpToDate,
  withoutPooled,
  workerMachines,
} from "./descendants.ts";

/** The input for these conditions. */
export interface MemberFacts {
  readonly cluster: DeepReadonly<Cluster>;
  readonly controlPlane: ObservedReference | undefined;
  readonly descendants: Descendants;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The conditions that summarize the objects of a Cluster. Only WorkersAvailable counts toward Available. */
export function memberConditions(facts: MemberFacts): NewCondition[] {
  const { cluster, descendants, now } = facts;
  const [controlPlane, workers] = [controlPlaneMachines(descendants), withoutPooled(workerMachines(descendants))];
  const { machineDeployments, machineSets } = descendants;
  const deployments = machineDeployments.map((object) => ({ kind: "MachineDeployment", object }));
  const sets = machineSets.filter((set) => isOwnedBy(set, cluster)).map((object) => ({ kind: "MachineSet", object }));
  return [
    workersAvailable(deployments),
    machinesReady(conditionTypes.controlPlaneMachinesReady, controlPlane),
    machinesReady(conditionTypes.workerMachinesReady, workers),
    machinesUpToDate(conditionTypes.controlPlaneMachinesUpToDate, reportingUpToDate(controlPlane), now),
    machinesUpToDate(conditionTypes.workerMachinesUpToDate, reportingUpToDate(workers), now),
    going(conditionTypes.rollingOut, facts, deployments, {
      True: reasons.rollingOut,
      False: reasons.notRollingOut,
      Unknown: "RollingOutUnknown",
    }),
    going(conditionTypes.scalingUp, facts, [...deployments, ...sets], {
      True: reasons.scalingUp,
      False: reasons.notScalingUp,
      Unknown: "ScalingUpUnknown",
    }),
    going(conditionTypes.scalingDown, facts, [...deployments, ...sets], {
      True: reasons.scalingDown,
      False: reasons.notScalingDown,
      Unknown: "ScalingDownUnknown",
    }),
    remediating(withoutPooled(descendants.machines), "not to be remediated"),
  ];
}

function workersAvailable(deployments: readonly NamedReporter<"Available">[]): NewCondition {
  const type = conditionTypes.workersAvailable;
  if (deployments.length === 0) return { type, status: "True", reason: reasons.noWorkers };
  return aggregateKinds(deployments, {
    type,
    of: conditionTypes.available,
    reasons: { True: reasons.available, False: reasons.notAvailable, Unknown: reasons.availableUnknown },
  });
}

function going<const Type extends string>(
  type: Type,
  { controlPlane }: MemberFacts,
  objects: readonly NamedReporter<NoInfer<Type>>[],
  reasonsOf: { readonly True: string; readonly False: string; readonly Unknown: string },
): NewCondition {
  const all = [...controlPlaneReporting(type, controlPlane), ...objects];
  return aggregateKinds(all, { type, of: type, reasons: reasonsOf, negative: true });
}

/** The contract does not require a control plane to report these conditions, so a missing condition does not count as Unknown. */
function controlPlaneReporting(type: string, controlPlane: ObservedReference | undefined): NamedReporter[] {
  if (controlPlane?.state !== "found" || controlPlane.refusal !== undefined) return [];
  const { object } = controlPlane;
  const condition = readCondition(object, type);
  if (condition === undefined) return [];
  return [{ kind: object.kind, object: { ...object, status: { conditions: [condition] } } }];
}
