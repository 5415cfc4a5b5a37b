import {
  type Cluster,
  conditionTypes,
  type DeepReadonly,
  isConditionTrue,
  type Machine,
  readControlPlane,
  reasons,
} from "@capstan/contract";
import { type ConditionDraft } from "../../conditions/condition-draft.ts";
import { mirror } from "../../conditions/mirror.ts";
import { cannotUse, describeAbsence } from "../../conditions/reference.ts";
import { type FoundReference, type ObservedReference } from "../../references/reference.ts";
import { type Endpoint, isEndpoint } from "./infrastructure.ts";

/** What the control plane side adds to a Cluster. */
export interface ControlPlaneOutcome {
  /**
   * Value of `status.initialization.controlPlaneInitialized`. As upstream has it, only a control plane object sets it:
   * with standalone control plane Machines the condition ControlPlaneInitialized tells.
   */
  readonly initializedField: boolean;
  readonly controlPlaneEndpoint?: Endpoint;
  readonly conditions: readonly ConditionDraft[];
}

/**
 * Tells whether the control plane can take requests: by the object behind `controlPlaneRef`, and without such a
 * reference by the first standalone control plane Machine that has a Node. Once True it stays so.
 */
export function controlPlaneStep(
  cluster: DeepReadonly<Cluster>,
  controlPlane: ObservedReference | undefined,
  machines: readonly DeepReadonly<Machine>[],
): ControlPlaneOutcome {
  const wasInitialized = cluster.status?.initialization?.controlPlaneInitialized === true;
  const initialized = isConditionTrue(cluster, conditionTypes.controlPlaneInitialized);
  if (cluster.spec.controlPlaneRef === undefined || controlPlane === undefined) {
    return { initializedField: wasInitialized, conditions: standalone(machines, initialized) };
  }
  const unusable = cannotUse(conditionTypes.controlPlaneAvailable, controlPlane);
  if (unusable !== undefined) {
    return {
      initializedField: wasInitialized,
      conditions: [unusable, ...(initialized ? [] : [{ ...unusable, type: conditionTypes.controlPlaneInitialized }])],
    };
  }
  if (controlPlane.state === "found") return fromObject(controlPlane, wasInitialized, initialized);
  const lost = wasInitialized ? "has been deleted" : "does not exist";
  const absent: ConditionDraft = {
    type: conditionTypes.controlPlaneAvailable,
    status: "False",
    reason: wasInitialized ? reasons.objectDeleted : reasons.objectDoesNotExist,
    message: describeAbsence(cluster.spec.controlPlaneRef, "spec.controlPlaneRef", lost),
  };
  return {
    initializedField: wasInitialized,
    conditions: [
      absent,
      ...(initialized ? [] : [{ ...absent, type: conditionTypes.controlPlaneInitialized, status: "Unknown" as const }]),
    ],
  };
}

const initializedTrue: ConditionDraft = {
  type: conditionTypes.controlPlaneInitialized,
  status: "True",
  reason: reasons.initialized,
};

function fromObject(found: FoundReference, wasInitialized: boolean, initialized: boolean): ControlPlaneOutcome {
  const read = readControlPlane(found.object, found.contract);
  const deleting = found.object.metadata.deletionTimestamp !== undefined;
  const isNow = wasInitialized || (read.initialized && !deleting);
  return {
    initializedField: isNow,
    ...(isNow && !deleting && isEndpoint(read.controlPlaneEndpoint)
      ? { controlPlaneEndpoint: read.controlPlaneEndpoint }
      : {}),
    conditions: [
      mirror(conditionTypes.controlPlaneAvailable, read.available, {
        done: isNow,
        reasonDone: reasons.available,
        reasonNotDone: reasons.notAvailable,
        messageNotDone: `${found.object.kind} ${found.object.metadata.name} is not initialized`,
      }),
      initialized || read.initialized
        ? initializedTrue
        : {
            type: conditionTypes.controlPlaneInitialized,
            status: "False",
            reason: reasons.notInitialized,
            message: "Control plane not yet initialized",
          },
    ],
  };
}

function standalone(machines: readonly DeepReadonly<Machine>[], initialized: boolean): ConditionDraft[] {
  const available = machines.some((machine) => isConditionTrue(machine, conditionTypes.available));
  const hasNode = machines.some((machine) => machine.status?.nodeRef !== undefined);
  return [
    available
      ? { type: conditionTypes.controlPlaneAvailable, status: "True", reason: reasons.available }
      : {
          type: conditionTypes.controlPlaneAvailable,
          status: "False",
          reason: reasons.notAvailable,
          message: "No control plane Machine is Available",
        },
    initialized || hasNode
      ? initializedTrue
      : {
          type: conditionTypes.controlPlaneInitialized,
          status: "False",
          reason: reasons.notInitialized,
          message: "Waiting for the first control plane machine to have status.nodeRef set",
        },
  ];
}
