import { type DeepReadonly, type KubernetesObject } from "@capstan/contract";
import { type MachineFacts } from "../facts/machine-facts.ts";
import { type UpstreamInputs } from "../upstream/upstream-inputs.ts";
import { factsFromReading } from "./facts-from-reading.ts";
import { presenceOf, type MachineReading } from "./machine-reading.ts";
import { type ObservedMachine } from "./observed-machine.ts";
import { upstreamInputsFromReading } from "./upstream-inputs-from-reading.ts";

/** The reference of a v1alpha2 Machine to one of its objects, or to its Node. */
export interface ObjectReferenceV1Alpha2 {
  /** Group and version of the object. */
  apiVersion?: string;
  /** The kind of the object. */
  kind?: string;
  /** The name of the object. */
  name?: string;
  /** The namespace of the object. */
  namespace?: string | undefined;
  /** The uid of the object. */
  uid?: string;
}

/** The Machine of the proposal, `cluster.x-k8s.io/v1alpha2`, with the fields that the proposal defines or uses. */
export interface MachineV1Alpha2 extends KubernetesObject {
  /** The fields of the desired state that determine the phase. */
  spec: {
    bootstrap: {
      /** Optional, because users may supply `data` without a controller. */
      configRef?: ObjectReferenceV1Alpha2;
      /**
       * The bootstrap data. Missing or `null`: the Machine stays `pending`. `""`: the bootstrap step is skipped. Any other string is for
       * the infrastructure or bootstrap provider.
       */
      data?: string | null;
    };
    infrastructureRef: ObjectReferenceV1Alpha2;
    providerID?: string;
    /** The desired version of Kubernetes. */
    version?: string;
  };
  /** The fields of the observed state that determine the phase. */
  status?: {
    phase?: string;
    bootstrapReady?: boolean;
    infrastructureReady?: boolean;
    /** Summary of the bootstrap config, for users. */
    bootstrapPhase?: string;
    /** Summary of the infrastructure object, for users. */
    infrastructurePhase?: string;
    nodeRef?: ObjectReferenceV1Alpha2;
    addresses?: { type: string; address: string }[];
    /** The Kubernetes version of the Node. */
    version?: string;
    errorReason?: string;
    errorMessage?: string;
    lastUpdated?: string;
  };
}

/**
 * Reads the facts of the proposal's reading from a v1alpha2 Machine. The phase is spelled in lower case.
 *
 * @example
 * ```ts
 * import { computeMachinePhase, factsFromV1Alpha2, type MachineV1Alpha2 } from "@capstan/phases";
 *
 * export function phaseOf(machine: MachineV1Alpha2): string {
 *   return computeMachinePhase(factsFromV1Alpha2(machine, {})).phase;
 * }
 * ```
 */
export function factsFromV1Alpha2(machine: DeepReadonly<MachineV1Alpha2>, observed: ObservedMachine): MachineFacts {
  return factsFromReading(readMachine(machine), observed);
}

/**
 * Reads the inputs of the upstream reading of release v0.2 from a v1alpha2 Machine.
 *
 * @example
 * ```ts
 * import { computeUpstreamPhase, type MachineV1Alpha2, upstreamInputsFromV1Alpha2 } from "@capstan/phases";
 *
 * export function phaseOf(machine: MachineV1Alpha2): string {
 *   return computeUpstreamPhase("", upstreamInputsFromV1Alpha2(machine, {}), "v0.2").phase;
 * }
 * ```
 */
export function upstreamInputsFromV1Alpha2(
  machine: DeepReadonly<MachineV1Alpha2>,
  observed: ObservedMachine,
): UpstreamInputs {
  return upstreamInputsFromReading(readMachine(machine), observed);
}

function readMachine({ metadata, spec, status }: DeepReadonly<MachineV1Alpha2>): MachineReading {
  const { namespace } = metadata;
  const { configRef, data } = spec.bootstrap;
  const { kind = "", name = "" } = spec.infrastructureRef;
  return {
    machine: { kind: "Machine", name: metadata.name, namespace },
    spelling: "lower-case",
    storedPhase: status?.phase ?? "",
    deletionRequested: metadata.deletionTimestamp !== undefined,
    configRef: configRef && { kind: configRef.kind ?? "", name: configRef.name ?? "", namespace },
    infrastructureRef: { kind, name, namespace },
    data: presenceOf(data ?? undefined),
    providerID: spec.providerID,
    bootstrapDone: status?.bootstrapReady === true,
    infrastructureDone: status?.infrastructureReady === true,
    nodeRefName: status?.nodeRef?.name,
    updating: false,
    failureReason: status?.errorReason,
    failureMessage: status?.errorMessage,
    dataNeedsNoConfigRef: true,
  };
}
