import {
  Cluster,
  Machine,
  MachineDeployment,
  MachineDrainRule,
  MachineHealthCheck,
  MachineSet,
  type ResourceKind,
} from "@capstan/contract";
import type { AdmissionCase, Fields } from "./admission-case.ts";
import { machineCases } from "./machine-cases.ts";
import { setCases } from "./set-cases.ts";
import { baseV1Beta1, v1beta1Cases } from "./v1beta1-cases.ts";

const infrastructureRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "SomeMachineTemplate", name: "t" };
const machineSpec = {
  clusterName: "c1",
  bootstrap: { configRef: { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "SomeConfigTemplate", name: "t" } },
  infrastructureRef,
};
const set = { clusterName: "c1", replicas: 0, selector: {}, template: { spec: machineSpec } };
const references = { controlPlaneRef: infrastructureRef, infrastructureRef };

/** The fields of every admitted object of a kind. */
const base: Readonly<Record<string, Fields>> = {
  [Cluster.kind]: { spec: references },
  [Machine.kind]: { spec: machineSpec },
  [MachineSet.kind]: { spec: set },
  [MachineDeployment.kind]: { spec: set },
  [MachineHealthCheck.kind]: { spec: { clusterName: "c1", selector: { matchLabels: { a: "b" } } } },
  [MachineDrainRule.kind]: { spec: { drain: { behavior: "Drain" } } },
};

export function baseOf({ kind, version }: ResourceKind): Fields {
  return (version === "v1beta1" ? baseV1Beta1[kind] : base[kind]) ?? {};
}

const ranges = "spec.clusterNetwork.pods";

const clusterCases: readonly Omit<AdmissionCase, "kind">[] = [
  { what: "that refers to a control plane alone", fields: { "spec.infrastructureRef": undefined } },
  {
    what: "that refers to nothing",
    fields: { spec: { paused: true } },
    upstream: {
      does: "refuse",
      why: "its infrastructure counts as provisioned, which tests of bootstrap providers rely on",
    },
  },
  {
    what: "whose infrastructure is taken away",
    before: {},
    fields: { "spec.infrastructureRef": undefined },
    refused: "infrastructureRef",
  },
  {
    what: "whose control plane is taken away",
    before: {},
    fields: { "spec.controlPlaneRef": undefined },
    refused: "controlPlaneRef",
  },
  { what: "whose infrastructure is another", before: {}, fields: { "spec.infrastructureRef.name": "u" } },
  { what: "with a name as long as a label's value", fields: { "metadata.name": "c".repeat(63) } },
  { what: "with a name that no label can have", fields: { "metadata.name": "c".repeat(64) }, refused: "metadata.name" },
  { what: "with ranges of both families", fields: { [ranges]: { cidrBlocks: ["10.244.0.0/16", "fd00::/48"] } } },
  ...["10.244.0.0", "10.244.0.0/33", "10.244.0/16", "fd00::/129", "pods", "10.244.0.0/16 "].map((range) => ({
    what: `with range "${range}"`,
    fields: { [ranges]: { cidrBlocks: [range] } },
    refused: ranges,
  })),
  {
    what: "with a range of Services without its length",
    fields: { "spec.clusterNetwork.services": { cidrBlocks: ["10.96.0.0"] } },
    refused: "spec.clusterNetwork.services",
  },
];

const startup = "spec.checks.nodeStartupTimeoutSeconds";
const limit = "spec.remediation.triggerIf.unhealthyLessThanOrEqualTo";

const healthCheckCases: readonly Omit<AdmissionCase, "kind">[] = [
  { what: "that selects nothing", fields: { "spec.selector": {} }, refused: "spec.selector" },
  {
    what: "that selects by a label's presence",
    fields: { "spec.selector": { matchExpressions: [{ key: "a", operator: "Exists" }] } },
  },
  {
    what: "with an operator that there is not",
    fields: { "spec.selector": { matchExpressions: [{ key: "a", operator: "exists" }] } },
    refused: "spec.selector",
  },
  {
    what: "that selects its own Cluster",
    fields: { "spec.selector": { matchLabels: { "cluster.x-k8s.io/cluster-name": "c1" } } },
  },
  {
    what: "that selects another Cluster",
    fields: { "spec.selector": { matchLabels: { "cluster.x-k8s.io/cluster-name": "c2" } } },
    refused: "spec.selector",
  },
  { what: "that changes its Cluster", before: {}, fields: { "spec.clusterName": "c2" }, refused: "spec.clusterName" },
  { what: "that never gives up on a Node", fields: { [startup]: 0 } },
  { what: "that waits half a minute for a Node", fields: { [startup]: 30 } },
  { what: "that waits too briefly for a Node", fields: { [startup]: 29 }, refused: startup },
  { what: "that goes on up to a number", fields: { [limit]: 3 } },
  { what: "that goes on up to a share", fields: { [limit]: "40%" } },
  { what: "that goes on up to a word", fields: { [limit]: "most" }, refused: limit },
];

const drainRuleCases: readonly Omit<AdmissionCase, "kind">[] = [
  { what: "with an order", fields: { "spec.drain.order": 7 } },
  {
    what: "with an order for Pods that it skips",
    fields: { "spec.drain": { behavior: "Skip", order: 7 } },
    refused: "spec.drain.order",
  },
  {
    what: "with an order for Pods that it waits for",
    fields: { "spec.drain": { behavior: "WaitCompleted", order: 0 } },
    refused: "spec.drain.order",
  },
  ...["machines", "pods"].flatMap((list) =>
    (list === "machines" ? ["selector", "clusterSelector"] : ["selector", "namespaceSelector"]).map((selector) => ({
      what: `with In and no value in ${selector} of ${list}`,
      fields: { [`spec.${list}`]: [{ [selector]: { matchExpressions: [{ key: "a", operator: "In" }] } }] },
      refused: `spec.${list}[0].${selector}`,
    })),
  ),
];

/** The admitted and refused objects of the core's kinds, beyond the types of their fields. */
export const admissionCases: readonly AdmissionCase[] = [
  ...machineCases,
  ...setCases,
  ...clusterCases.map((each) => ({ kind: Cluster, ...each })),
  ...healthCheckCases.map((each) => ({ kind: MachineHealthCheck, ...each })),
  ...drainRuleCases.map((each) => ({ kind: MachineDrainRule, ...each })),
  ...v1beta1Cases,
];
