import {
  type Cluster,
  conditionTypes,
  type ControlPlaneEndpoint,
  type DeepReadonly,
  isConditionTrue,
  isContractViolation,
  type NewCondition,
  type Reading,
  readProviderObject,
  reasons,
} from "@capstan/contract";
import { describeViolation } from "../../conditions/violation.ts";
import { ownReasons } from "../../references/own-reasons.ts";
import { mirror } from "../../conditions/mirror.ts";
import { cannotUse, describeAbsence } from "../../conditions/reference.ts";
import { type FoundReference, type ObservedReference } from "../../references/reference.ts";
import { awaitTopology, isEndpoint } from "./infrastructure.ts";
import { type ProviderFailure } from "../../conditions/provider-failure.ts";
import { type ClusterMachine } from "./reads.ts";

/** The control plane's part of the Cluster status. */
export interface ControlPlaneOutcome {
  /**
   * Value of `status.initialization.controlPlaneInitialized`. As upstream, only a control plane object sets it. With standalone control
   * plane Machines, read the condition ControlPlaneInitialized instead.
   */
  readonly initializedField: boolean;
  readonly controlPlaneEndpoint?: ControlPlaneEndpoint;
  readonly conditions: readonly NewCondition[];
  readonly failure?: ProviderFailure;
}

/**
 * Reports whether the control plane can serve requests. The object behind `controlPlaneRef` decides; without such a reference, the first
 * standalone control plane Machine that has a Node does. Once True, the condition stays True.
 */
export function controlPlaneStep(
  cluster: DeepReadonly<Cluster>,
  controlPlane: ObservedReference | undefined,
  machines: readonly ClusterMachine[],
): ControlPlaneOutcome {
  const wasInitialized = cluster.status?.initialization?.controlPlaneInitialized === true;
  const initialized = isConditionTrue(cluster, conditionTypes.controlPlaneInitialized);
  if (cluster.spec.controlPlaneRef === undefined && cluster.spec.topology !== undefined) {
    return {
      initializedField: wasInitialized,
      conditions: unready({ status: "False", ...awaitTopology(cluster) }, initialized),
    };
  }
  if (controlPlane === undefined) {
    return { initializedField: wasInitialized, conditions: standalone(machines, initialized) };
  }
  const unusable = cannotUse(conditionTypes.controlPlaneAvailable, controlPlane);
  if (unusable !== undefined) {
    return { initializedField: wasInitialized, conditions: unready(unusable, initialized) };
  }
  if (controlPlane.state === "found") return fromObject(controlPlane, wasInitialized, initialized);
  const deleting = cluster.metadata.deletionTimestamp !== undefined;
  const lost = deleting ? "has been deleted" : "has been deleted while the Cluster still exists";
  const absent: NewCondition = {
    type: conditionTypes.controlPlaneAvailable,
    status: "False",
    reason: wasInitialized ? reasons.objectDeleted : reasons.objectDoesNotExist,
    message: describeAbsence(
      cluster.spec.controlPlaneRef,
      "spec.controlPlaneRef",
      wasInitialized ? lost : "does not exist",
    ),
  };
  return { initializedField: wasInitialized, conditions: unready(absent, initialized) };
}

/** Not available. Initialized is Unknown, unless it is known already. */
function unready(draft: Omit<NewCondition, "type">, initialized: boolean): NewCondition[] {
  return [
    { ...draft, type: conditionTypes.controlPlaneAvailable },
    ...(initialized ? [] : [{ ...draft, type: conditionTypes.controlPlaneInitialized, status: "Unknown" as const }]),
  ];
}

const initializedTrue: NewCondition = {
  type: conditionTypes.controlPlaneInitialized,
  status: "True",
  reason: reasons.initialized,
};

function fromObject(found: FoundReference, wasInitialized: boolean, initialized: boolean): ControlPlaneOutcome {
  const object = { kind: found.object.kind, name: found.object.metadata.name };
  let read: Reading<"ControlPlane">;
  try {
    read = readProviderObject("ControlPlane", found.object, found.contract);
  } catch (error) {
    if (!isContractViolation(error)) throw error;
    const message = describeViolation(object, error);
    const broken = { status: "Unknown", reason: ownReasons.contractViolation, message } as const;
    return { initializedField: wasInitialized, conditions: unready(broken, initialized) };
  }
  const deleting = found.object.metadata.deletionTimestamp !== undefined;
  const isNow = wasInitialized || (read.initialized && !deleting);
  return {
    initializedField: isNow,
    ...(read.failure === undefined ? {} : { failure: { object, ...read.failure } }),
    ...(isNow && !deleting && isEndpoint(read.controlPlaneEndpoint)
      ? { controlPlaneEndpoint: read.controlPlaneEndpoint }
      : {}),
    conditions: [
      mirror(conditionTypes.controlPlaneAvailable, read.available, {
        done: isNow,
        reasonDone: reasons.available,
        reasonNotDone: reasons.notAvailable,
        messageNotDone: `${object.kind} ${object.name} is not initialized`,
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

function standalone(machines: readonly ClusterMachine[], initialized: boolean): NewCondition[] {
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
