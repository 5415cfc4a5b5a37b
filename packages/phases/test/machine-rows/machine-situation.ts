import { type Machine, type MachineV1Beta1 } from "@capstan/contract";
import {
  computeMachinePhase,
  computeUpstreamPhase,
  factsFromV1Alpha2,
  factsFromV1Beta1,
  factsFromV1Beta2,
  upstreamInputsFromV1Alpha2,
  upstreamInputsFromV1Beta1,
  upstreamInputsFromV1Beta2,
  type MachinePhaseResult,
  type MachineV1Alpha2,
  type ObservedMachine,
  type ObservedObject,
  type ProposalOptions,
  type UpstreamPhaseResult,
} from "@capstan/phases";

/** A Machine and its environment, in terms that fit every version of the API. */
export interface MachineSituation {
  /** Absent: no configRef. */
  readonly config?: "missing" | ConfigState;
  readonly infrastructure?: "missing" | InfrastructureState;
  /** Data on the Machine that its user set. */
  readonly preset?: string;
  readonly presetProviderID?: string;
  readonly node?: ObservedMachine["node"];
  readonly deleted?: boolean;
  readonly failure?: { reason: string; message: string };
  readonly stored?: string;
  /** The Machine was Running: its flags, providerID and nodeRef are recorded. */
  readonly wasRunning?: boolean;
  readonly updating?: boolean;
  readonly cluster?: "missing";
  readonly paused?: boolean;
}

export interface ConfigState {
  readonly ready?: unknown;
  readonly data?: string;
  readonly deleting?: boolean;
  readonly failure?: { reason: string; message: string };
  readonly otherContract?: boolean;
}

export interface InfrastructureState {
  readonly ready?: boolean;
  readonly providerID?: string;
  readonly deleting?: boolean;
  readonly failure?: { reason: string; message: string };
}

export type Version = "v1alpha2" | "v1beta1" | "v1beta2";

const name = "m1";
const time = "2026-01-01T00:00:00Z";
const refs = {
  config: { apiGroup: "bootstrap.example.com", kind: "TestConfig", name: "m1-config" },
  infrastructure: { apiGroup: "infrastructure.example.com", kind: "TestMachine", name: "m1-infra" },
};

function metadata(deleting: boolean | undefined): { name: string; namespace: string; deletionTimestamp?: string } {
  return { name, namespace: "default", ...(deleting === true ? { deletionTimestamp: time } : {}) };
}

function configObject(state: ConfigState, version: Version): ObservedObject {
  const contract = version === "v1beta2" && state.otherContract === true ? "v1beta1" : version;
  const asV1Beta2 = version === "v1beta2" || state.otherContract === true;
  const flag = asV1Beta2 ? { initialization: { dataSecretCreated: state.ready } } : { ready: state.ready };
  const data = version === "v1alpha2" ? { bootstrapData: state.data } : { dataSecretName: state.data };
  return {
    contract,
    object: { metadata: metadata(state.deleting), status: { ...flag, ...data, ...failureFields(state, version) } },
  };
}

function infrastructureObject(state: InfrastructureState, version: Version): ObservedObject {
  const flag = version === "v1beta2" ? { initialization: { provisioned: state.ready } } : { ready: state.ready };
  return {
    contract: version,
    object: {
      metadata: metadata(state.deleting),
      spec: { providerID: state.providerID },
      status: { ...flag, ...failureFields(state, version) },
    },
  };
}

function failureFields({ failure }: { failure?: { reason: string; message: string } }, version: Version): object {
  if (failure === undefined) return {};
  return version === "v1alpha2"
    ? { errorReason: failure.reason, errorMessage: failure.message }
    : { failureReason: failure.reason, failureMessage: failure.message };
}

function observedIn(situation: MachineSituation, version: Version): ObservedMachine {
  const { config, infrastructure } = situation;
  return {
    bootstrapConfig: typeof config === "object" ? configObject(config, version) : config,
    infrastructure: typeof infrastructure === "object" ? infrastructureObject(infrastructure, version) : infrastructure,
    node: situation.node,
    cluster: situation.cluster,
    paused: situation.paused,
  };
}

/** The state of the Machine after a Machine controller copies the values of the objects. */
function copied(situation: MachineSituation): { data?: string; providerID?: string } {
  const { config, infrastructure } = situation;
  const offered = typeof config === "object" && config.ready === true && config.data !== "" ? config.data : undefined;
  const data = situation.preset ?? offered ?? (situation.wasRunning === true ? "data" : undefined);
  const reported =
    typeof infrastructure === "object" && infrastructure.ready === true ? infrastructure.providerID : undefined;
  const providerID = reported ?? situation.presetProviderID ?? (situation.wasRunning === true ? "p" : undefined);
  return { ...(data === undefined ? {} : { data }), ...(providerID === undefined ? {} : { providerID }) };
}

interface Fields {
  data?: string;
  providerID?: string;
}

function v1alpha2(situation: MachineSituation, { data, providerID }: Fields): MachineV1Alpha2 {
  return {
    apiVersion: "cluster.x-k8s.io/v1alpha2",
    kind: "Machine",
    metadata: metadata(situation.deleted),
    spec: {
      bootstrap: {
        ...(situation.config === undefined ? {} : { configRef: refs.config }),
        ...(data === undefined ? {} : { data }),
      },
      infrastructureRef: refs.infrastructure,
      ...(providerID === undefined ? {} : { providerID }),
    },
    status: {
      phase: situation.stored ?? "pending",
      ...(situation.failure && { errorReason: situation.failure.reason, errorMessage: situation.failure.message }),
      ...(situation.wasRunning === true && {
        bootstrapReady: true,
        infrastructureReady: true,
        nodeRef: { kind: "Node", name: "n1" },
      }),
    },
  };
}

/** A stored phase may be any string: older versions wrote phases outside of today's schema. */
function storePhase(machine: Machine | MachineV1Beta1, situation: MachineSituation): void {
  Object.assign(machine.status ?? {}, { phase: situation.stored ?? "Pending" });
}

const updating = {
  type: "Updating",
  status: "True" as const,
  lastTransitionTime: time,
  reason: "Updating",
  message: "",
};

/** The same in both versions. */
function specOf({ config }: MachineSituation, { data, providerID }: Fields) {
  return {
    clusterName: "c1",
    bootstrap: {
      ...(config === undefined ? {} : { configRef: refs.config }),
      ...(data === undefined ? {} : { dataSecretName: data }),
    },
    infrastructureRef: refs.infrastructure,
    ...(providerID === undefined ? {} : { providerID }),
  };
}

function v1beta1(situation: MachineSituation, fields: Fields): MachineV1Beta1 {
  const machine: MachineV1Beta1 = {
    apiVersion: "cluster.x-k8s.io/v1beta1",
    kind: "Machine",
    metadata: metadata(situation.deleted),
    spec: specOf(situation, fields),
    status: {
      ...(situation.failure && { failureReason: situation.failure.reason, failureMessage: situation.failure.message }),
      ...(situation.wasRunning === true && {
        bootstrapReady: true,
        infrastructureReady: true,
        nodeRef: { kind: "Node", name: "n1" },
      }),
      ...(situation.updating === true && { v1beta2: { conditions: [updating] } }),
    },
  };
  storePhase(machine, situation);
  return machine;
}

function v1beta2(situation: MachineSituation, fields: Fields): Machine {
  const machine: Machine = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: metadata(situation.deleted),
    spec: specOf(situation, fields),
    status: {
      ...(situation.failure && {
        deprecated: { v1beta1: { failureReason: situation.failure.reason, failureMessage: situation.failure.message } },
      }),
      ...(situation.wasRunning === true && {
        initialization: { bootstrapDataSecretCreated: true, infrastructureProvisioned: true },
        nodeRef: { name: "n1" },
      }),
      ...(situation.updating === true && { conditions: [updating] }),
    },
  };
  storePhase(machine, situation);
  return machine;
}

/** The proposal's reading, after a Machine controller has settled. */
export function proposalPhase(
  situation: MachineSituation,
  version: Version = "v1alpha2",
  options: ProposalOptions = {},
): MachinePhaseResult {
  const fields = copied(situation);
  const observed = observedIn(situation, version);
  switch (version) {
    case "v1alpha2":
      return computeMachinePhase(factsFromV1Alpha2(v1alpha2(situation, fields), observed), options);
    case "v1beta1":
      return computeMachinePhase(factsFromV1Beta1(v1beta1(situation, fields), observed), options);
    case "v1beta2":
      return computeMachinePhase(factsFromV1Beta2(v1beta2(situation, fields), observed), options);
  }
}

/** The upstream reading of the release for the version; the adapters apply its steps. */
export function upstreamPhase(situation: MachineSituation, version: Version = "v1beta2"): UpstreamPhaseResult {
  const fields: Fields = {
    ...(situation.preset === undefined ? {} : { data: situation.preset }),
    ...(situation.presetProviderID === undefined ? {} : { providerID: situation.presetProviderID }),
    ...(situation.wasRunning === true ? { providerID: "p", data: "data" } : {}),
  };
  const observed = observedIn(situation, version);
  const settle = (compute: (stored: string) => UpstreamPhaseResult, stored: string): UpstreamPhaseResult => {
    const result = compute(stored);
    return result.changed ? settle(compute, result.phase) : result;
  };
  switch (version) {
    case "v1alpha2":
      return settle(
        (stored) =>
          computeUpstreamPhase(stored, upstreamInputsFromV1Alpha2(v1alpha2(situation, fields), observed), "v0.2"),
        situation.stored ?? "",
      );
    case "v1beta1":
      return settle(
        (stored) =>
          computeUpstreamPhase(stored, upstreamInputsFromV1Beta1(v1beta1(situation, fields), observed), "v1.10"),
        situation.stored ?? "",
      );
    case "v1beta2":
      return settle(
        (stored) => computeUpstreamPhase(stored, upstreamInputsFromV1Beta2(v1beta2(situation, fields), observed)),
        situation.stored ?? "",
      );
  }
}
