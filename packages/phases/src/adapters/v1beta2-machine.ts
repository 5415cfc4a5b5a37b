import { type DeepReadonly, type Machine } from "@capstan/contract";
import { type MachineFacts } from "../facts/machine-facts.ts";
import { type UpstreamInputs } from "../upstream/upstream-inputs.ts";
import { factsFromReading } from "./facts-from-reading.ts";
import { isUpdating, presenceOf, type MachineReading } from "./machine-reading.ts";
import { type ObservedMachine } from "./observed-machine.ts";
import { upstreamInputsFromReading } from "./upstream-inputs-from-reading.ts";

/**
 * Reads the facts of the proposal's reading from a v1beta2 Machine. The phase has today's spelling.
 *
 * @example
 * ```ts
 * import { computeMachinePhase, factsFromV1Beta2 } from "@capstan/phases";
 * import type { Machine } from "@capstan/contract";
 *
 * const machine: Machine = {
 *   apiVersion: "cluster.x-k8s.io/v1beta2",
 *   kind: "Machine",
 *   metadata: { name: "m1", namespace: "default" },
 *   spec: {
 *     clusterName: "c1",
 *     bootstrap: { dataSecretName: "m1" },
 *     infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "HelloMachine", name: "m1" },
 *   },
 * };
 * console.log(computeMachinePhase(factsFromV1Beta2(machine, {})).phase);
 * ```
 */
export function factsFromV1Beta2(machine: DeepReadonly<Machine>, observed: ObservedMachine): MachineFacts {
  return factsFromReading(readMachine(machine), observed);
}

/**
 * Reads the inputs of the upstream reading of release v1.14 from a v1beta2 Machine.
 *
 * @example
 * ```ts
 * import { computeUpstreamPhase, upstreamInputsFromV1Beta2 } from "@capstan/phases";
 * import type { Machine } from "@capstan/contract";
 *
 * const machine: Machine = {
 *   apiVersion: "cluster.x-k8s.io/v1beta2",
 *   kind: "Machine",
 *   metadata: { name: "m1", namespace: "default" },
 *   spec: {
 *     clusterName: "c1",
 *     bootstrap: { dataSecretName: "m1" },
 *     infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "HelloMachine", name: "m1" },
 *   },
 * };
 * console.log(computeUpstreamPhase("", upstreamInputsFromV1Beta2(machine, {})).phase);
 * ```
 */
export function upstreamInputsFromV1Beta2(machine: DeepReadonly<Machine>, observed: ObservedMachine): UpstreamInputs {
  return upstreamInputsFromReading(readMachine(machine), observed);
}

function readMachine({ metadata, spec, status }: DeepReadonly<Machine>): MachineReading {
  const { namespace } = metadata;
  const { configRef, dataSecretName } = spec.bootstrap;
  const { kind, name } = spec.infrastructureRef;
  return {
    machine: { kind: "Machine", name: metadata.name, namespace },
    spelling: "capitalized",
    storedPhase: status?.phase ?? "",
    deletionRequested: metadata.deletionTimestamp !== undefined,
    configRef: configRef && { kind: configRef.kind, name: configRef.name, namespace },
    infrastructureRef: { kind, name, namespace },
    data: presenceOf(dataSecretName),
    providerID: spec.providerID,
    bootstrapDone: status?.initialization?.bootstrapDataSecretCreated === true,
    infrastructureDone: status?.initialization?.infrastructureProvisioned === true,
    nodeRefName: status?.nodeRef?.name,
    updating: isUpdating(status?.conditions),
    failureReason: status?.deprecated?.v1beta1?.failureReason,
    failureMessage: status?.deprecated?.v1beta1?.failureMessage,
    dataNeedsNoConfigRef: false,
  };
}
