import { type ConditionV1Beta1, type DeepReadonly, type Machine, reasons } from "@capstan/contract";
import { type Node } from "@capstan/runtime";
import {
  deprecatedCondition,
  type DeprecatedDraft,
  mergeDeprecatedConditions,
} from "../../conditions/deprecated-conditions.ts";
import { mirrorDeprecated } from "../../conditions/deprecated-mirror.ts";
import { summarizeDeprecated } from "../../conditions/deprecated-summary.ts";
import { type ObservedReference } from "../../references/reference.ts";
import { type MachineOutcomes } from "./outcomes.ts";
import { type DeletionProgress } from "./deletion-progress.ts";

const bootstrapReady = "BootstrapReady";
const infrastructureReady = "InfrastructureReady";
const drainingSucceeded = "DrainingSucceeded";

/**
 * The v1beta1 conditions of a Machine. Conditions that cannot be determined now, and conditions of other writers, are unchanged: `Ready`
 * also summarizes those of health checks.
 */
export function deprecatedMachineConditions(
  machine: DeepReadonly<Machine>,
  outcomes: MachineOutcomes,
  options: { readonly now: number; readonly deletion?: DeletionProgress },
): ConditionV1Beta1[] {
  const before = machine.status?.deprecated?.v1beta1?.conditions;
  const drafts = [
    bootstrap(machine, outcomes),
    infrastructure(machine, outcomes),
    nodeHealthy(machine, outcomes),
    ...(options.deletion === undefined ? [] : stages(machine, options.deletion)),
  ].filter((draft) => draft !== undefined);
  const conditions = mergeDeprecatedConditions(before, drafts, options.now);
  const deleting = machine.metadata.deletionTimestamp !== undefined;
  const isProvisioning = !deleting && (outcomes.providerID ?? "") === "";
  const ready = summarizeDeprecated(conditions, {
    of: [infrastructureReady, bootstrapReady, "HealthCheckSucceeded", "OwnerRemediated", drainingSucceeded],
    ...(isProvisioning ? { stepsOf: [bootstrapReady, infrastructureReady] } : {}),
  });
  return ready === undefined ? conditions : mergeDeprecatedConditions(conditions, [ready], options.now);
}

function bootstrap(machine: DeepReadonly<Machine>, outcomes: MachineOutcomes): DeprecatedDraft | undefined {
  const { bootstrapConfig } = outcomes.observed;
  if (bootstrapConfig === undefined) return undefined;
  if (bootstrapConfig.state === "found" && outcomes.bootstrap.dataSecretName !== undefined) {
    return deprecatedCondition(bootstrapReady, undefined);
  }
  const done = outcomes.bootstrap.dataSecretCreated === true;
  return ofReference(machine, bootstrapConfig, { type: bootstrapReady, done, waitingReason: "WaitingForDataSecret" });
}

function infrastructure(machine: DeepReadonly<Machine>, outcomes: MachineOutcomes): DeprecatedDraft | undefined {
  const done = outcomes.infrastructure.reported;
  const waitingReason = "WaitingForInfrastructure";
  return ofReference(machine, outcomes.observed.infrastructure, { type: infrastructureReady, done, waitingReason });
}

function ofReference(
  machine: DeepReadonly<Machine>,
  observed: ObservedReference,
  { type, done, waitingReason }: { readonly type: string; readonly done: boolean; readonly waitingReason: string },
): DeprecatedDraft | undefined {
  const deleting = machine.metadata.deletionTimestamp !== undefined;
  if (observed.state === "missing" && deleting) {
    return deprecatedCondition(type, { severity: "Info", reason: "Deleted" });
  }
  if (observed.state !== "found" || observed.refusal !== undefined) return undefined;
  return mirrorDeprecated(type, observed.object, { done, reason: deleting ? "Deleting" : waitingReason });
}

function nodeHealthy(machine: DeepReadonly<Machine>, outcomes: MachineOutcomes): DeprecatedDraft | undefined {
  const type = "NodeHealthy";
  const { node, infrastructure: infra } = outcomes.observed;
  if ((outcomes.providerID ?? "") === "") {
    return deprecatedCondition(type, { severity: "Info", reason: "WaitingForNodeRef" });
  }
  switch (node.state) {
    case "found":
      return isStaying(infra)
        ? healthOf(type, node.node)
        : deprecatedCondition(type, { severity: "Info", reason: "Deleting" });
    case "absent":
      return machine.metadata.deletionTimestamp === undefined ? absentNode(type, machine) : undefined;
    case "ambiguous":
      return {
        type,
        status: "Unknown",
        reason: "NodeInspectionFailed",
        message: "Failed to get the Node for this Machine by ProviderID",
      };
    // Not known now, so the stored value stays.
    case "connecting":
    case "unreachable":
    case "noCluster":
      return undefined;
  }
}

function isStaying(infra: ObservedReference): boolean {
  return infra.state === "found" && infra.object.metadata.deletionTimestamp === undefined;
}

function absentNode(type: string, machine: DeepReadonly<Machine>): DeprecatedDraft {
  return machine.status?.nodeRef === undefined
    ? deprecatedCondition(type, {
        severity: "Warning",
        reason: "NodeProvisioning",
        message: "Waiting for a node with matching ProviderID to exist",
      })
    : deprecatedCondition(type, { severity: "Error", reason: "NodeNotFound" });
}

const normal: Readonly<Record<string, string>> = {
  Ready: "True",
  MemoryPressure: "False",
  DiskPressure: "False",
  PIDPressure: "False",
};

/** The health is unknown only if all four conditions are unknown. */
function healthOf(type: string, node: DeepReadonly<Node>): DeprecatedDraft {
  const problems = (node.status?.conditions ?? []).filter(
    (condition) => normal[condition.type] !== undefined && normal[condition.type] !== condition.status,
  );
  const message = problems.map((condition) => `Node condition ${condition.type} is ${condition.status}`).join(". ");
  const reason = "NodeConditionsFailed";
  if (problems.some(({ status }) => status !== "Unknown")) {
    return deprecatedCondition(type, { severity: "Warning", reason, message });
  }
  return problems.length < Object.keys(normal).length
    ? deprecatedCondition(type, undefined)
    : { type, status: "Unknown", reason, message };
}

/** The stages before the infrastructure is deleted. Each is reported from its start. */
function stages(machine: DeepReadonly<Machine>, { reason, message, times }: DeletionProgress): DeprecatedDraft[] {
  const began = { ...machine.status?.deletion, ...times };
  const waiting = { severity: "Info" as const, reason: "WaitingExternalHook" };
  const isIn = (stage: string) => reason === stage;
  const stage = (type: string, hasBegun: boolean, problem: Omit<DeprecatedDraft, "type" | "status"> | undefined) =>
    hasBegun ? [deprecatedCondition(type, problem)] : [];
  return [
    ...stage(
      "PreDrainDeleteHookSucceeded",
      isIn(reasons.waitingForPreDrainHook) || began.nodeDrainStartTime !== undefined,
      isIn(reasons.waitingForPreDrainHook) ? waiting : undefined,
    ),
    ...stage(
      drainingSucceeded,
      began.nodeDrainStartTime !== undefined,
      isIn(reasons.drainingNode) ? { severity: "Info", reason: "Draining", message } : undefined,
    ),
    ...stage(
      "VolumeDetachSucceeded",
      began.waitForNodeVolumeDetachStartTime !== undefined,
      isIn(reasons.waitingForVolumeDetach)
        ? { severity: "Info", reason: "WaitingForVolumeDetach", message: "Waiting for node volumes to be detached" }
        : undefined,
    ),
    ...stage(
      "PreTerminateDeleteHookSucceeded",
      isIn(reasons.waitingForPreTerminateHook) || afterHooks.includes(reason),
      isIn(reasons.waitingForPreTerminateHook) ? waiting : undefined,
    ),
  ];
}

const afterHooks: readonly string[] = [
  reasons.waitingForInfrastructureDeletion,
  reasons.waitingForBootstrapDeletion,
  reasons.deletingNode,
  reasons.deletionCompleted,
];
