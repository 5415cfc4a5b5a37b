import {
  ClusterV1Beta1,
  MachineDeploymentV1Beta1,
  MachineHealthCheckV1Beta1,
  MachineSetV1Beta1,
  MachineV1Beta1,
} from "@capstan/contract";
import type { AdmissionCase, Fields } from "./admission-case.ts";

const reference = (group: string, kind: string) => ({
  apiVersion: `${group}.cluster.x-k8s.io/v1beta1`,
  kind,
  name: "t",
});
const infrastructureRef = reference("infrastructure", "SomeMachineTemplate");
const machineSpec = {
  clusterName: "c1",
  bootstrap: { configRef: reference("bootstrap", "SomeConfigTemplate") },
  infrastructureRef,
};
const set = { clusterName: "c1", replicas: 0, selector: {}, template: { spec: machineSpec } };

/** The fields of every admitted object of a kind, in v1beta1. */
export const baseV1Beta1: Readonly<Record<string, Fields>> = {
  [ClusterV1Beta1.kind]: { spec: { infrastructureRef } },
  [MachineV1Beta1.kind]: { spec: machineSpec },
  [MachineSetV1Beta1.kind]: { spec: set },
  [MachineDeploymentV1Beta1.kind]: { spec: set },
  [MachineHealthCheckV1Beta1.kind]: { spec: { clusterName: "c1", selector: { matchLabels: { a: "b" } } } },
};

const naming = "spec.machineNamingStrategy";
const strategy = "spec.strategy";

const ofSets: readonly Omit<AdmissionCase, "kind">[] = [
  { what: "without a selector", fields: {} },
  { what: "of another Cluster than its template", fields: { "spec.clusterName": "c2" }, refused: "spec.clusterName" },
  { what: "without a template", fields: { "spec.template": undefined }, refused: "spec" },
  { what: "whose template is empty", fields: { "spec.template": {} }, refused: "spec.clusterName" },
  {
    what: "that selects another label",
    fields: { "spec.selector": { matchLabels: { a: "b" } } },
    refused: "spec.template",
  },
  {
    what: "with version latest",
    fields: { "spec.template.spec.version": "latest" },
    refused: "spec.template.spec.version",
  },
  {
    what: "with names that are not random",
    fields: { [naming]: { template: "{{ .machineSet.name }}" } },
    refused: naming,
  },
];

/** Fields with different names in the two versions, and some with the same name. */
export const v1beta1Cases: readonly AdmissionCase[] = [
  {
    kind: ClusterV1Beta1,
    what: "with a range",
    fields: { "spec.clusterNetwork.pods": { cidrBlocks: ["10.0.0.0/8"] } },
  },
  {
    kind: ClusterV1Beta1,
    what: "with an address for a range",
    fields: { "spec.clusterNetwork.pods": { cidrBlocks: ["10.0.0.0"] } },
    refused: "spec.clusterNetwork.pods",
  },
  { kind: MachineV1Beta1, what: "with version 1.36", fields: { "spec.version": "1.36" }, refused: "spec.version" },
  {
    kind: MachineV1Beta1,
    what: "that changes its Cluster",
    before: {},
    fields: { "spec.clusterName": "c2" },
    refused: "spec.clusterName",
  },
  ...[MachineSetV1Beta1, MachineDeploymentV1Beta1].flatMap((kind) => ofSets.map((each) => ({ kind, ...each }))),
  {
    kind: MachineDeploymentV1Beta1,
    what: "that may not surge, and says no more",
    fields: { [strategy]: { rollingUpdate: { maxSurge: 0 } } },
    refused: strategy,
  },
  {
    kind: MachineDeploymentV1Beta1,
    what: "that waits for deletions, and may not surge",
    fields: { [strategy]: { type: "OnDelete", rollingUpdate: { maxSurge: 0 } } },
  },
  {
    kind: MachineDeploymentV1Beta1,
    what: "that remediates a word at once",
    fields: { [strategy]: { remediation: { maxInFlight: "few" } } },
    refused: "maxInFlight",
  },
  ...["0s", "30s", "1h30m"].map((time) => ({
    kind: MachineHealthCheckV1Beta1,
    what: `that waits ${time} for a Node`,
    fields: { "spec.nodeStartupTimeout": time },
  })),
  ...["29s", "-1h"].map((time) => ({
    kind: MachineHealthCheckV1Beta1,
    what: `that waits ${time} for a Node`,
    fields: { "spec.nodeStartupTimeout": time },
    refused: "spec.nodeStartupTimeout",
  })),
  {
    kind: MachineHealthCheckV1Beta1,
    what: "that goes on up to a word",
    fields: { "spec.maxUnhealthy": "most" },
    refused: "spec.maxUnhealthy",
  },
];
