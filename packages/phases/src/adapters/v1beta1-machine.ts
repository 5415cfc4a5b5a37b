import { type DeepReadonly, type MachineV1Beta1 } from "@capstan/contract";
import { type MachineFacts } from "../facts/machine-facts.ts";
import { type UpstreamInputs } from "../upstream/upstream-inputs.ts";
import { factsFromReading } from "./facts-from-reading.ts";
import { isUpdating, presenceOf, type MachineReading } from "./machine-reading.ts";
import { type ObservedMachine } from "./observed-machine.ts";
import { upstreamInputsFromReading } from "./upstream-inputs-from-reading.ts";

/**
 * Reads the facts of the proposal's reading from a v1beta1 Machine. The phase has today's spelling.
 *
 * @example
 * ```ts
 * import { computeMachinePhase, factsFromV1Beta1 } from "@capstan/phases";
 * import type { MachineV1Beta1 } from "@capstan/contract";
 *
 * export function phaseOf(machine: MachineV1Beta1): string {
 *   return computeMachinePhase(factsFromV1Beta1(machine, {})).phase;
 * }
 * ```
 */
export function factsFromV1Beta1(machine: DeepReadonly<MachineV1Beta1>, observed: ObservedMachine): MachineFacts {
  return factsFromReading(readMachine(machine), observed);
}

/**
 * Reads the inputs of the upstream reading from a v1beta1 Machine: for release v1.10, or v1.14 where it serves v1beta1.
 *
 * @example
 * ```ts
 * import { computeUpstreamPhase, upstreamInputsFromV1Beta1 } from "@capstan/phases";
 * import type { MachineV1Beta1 } from "@capstan/contract";
 *
 * export function phaseOf(machine: MachineV1Beta1): string {
 *   return computeUpstreamPhase(machine.status?.phase ?? "", upstreamInputsFromV1Beta1(machine, {}), "v1.10").phase;
 * }
 * ```
 */
export function upstreamInputsFromV1Beta1(
  machine: DeepReadonly<MachineV1Beta1>,
  observed: ObservedMachine,
): UpstreamInputs {
  return upstreamInputsFromReading(readMachine(machine), observed);
}

function readMachine({ metadata, spec, status }: DeepReadonly<MachineV1Beta1>): MachineReading {
  const { namespace } = metadata;
  const { configRef, dataSecretName } = spec?.bootstrap ?? {};
  const { kind = "", name = "" } = spec?.infrastructureRef ?? {};
  return {
    machine: { kind: "Machine", name: metadata.name, namespace },
    spelling: "capitalized",
    storedPhase: status?.phase ?? "",
    deletionRequested: metadata.deletionTimestamp !== undefined,
    configRef: configRef && { kind: configRef.kind ?? "", name: configRef.name ?? "", namespace },
    infrastructureRef: { kind, name, namespace },
    data: presenceOf(dataSecretName),
    providerID: spec?.providerID,
    bootstrapDone: status?.bootstrapReady === true,
    infrastructureDone: status?.infrastructureReady === true,
    nodeRefName: status?.nodeRef?.name,
    updating: isUpdating(status?.v1beta2?.conditions),
    failureReason: status?.failureReason,
    failureMessage: status?.failureMessage,
    dataNeedsNoConfigRef: false,
  };
}
