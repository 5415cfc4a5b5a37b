import type { ViolatedRule } from "@capstan/contract";

type Row = readonly [rule: ViolatedRule, path: string, answer: unknown];

/** A valid outcome for a machine. */
export const provisioned = { type: "provisioned", providerID: "odd://1" };

/** Outcomes for an OddMachine, as untyped code may return them: the violated rule, and the path. */
export const brokenMachineOutcomes: readonly Row[] = [
  ["IM-003", "spec.providerID", { ...provisioned, providerID: "" }],
  ["IM-006", "spec.providerID", { ...provisioned, providerID: undefined }],
  ["IM-003", "spec.providerID", { ...provisioned, providerID: 7 }],
  ["IM-008", "status.failureDomain", { ...provisioned, failureDomain: "" }],
  ["IM-012", "status.addresses[0].type", { ...provisioned, addresses: [{ type: "IP", address: "10.0.0.1" }] }],
  ["IM-012", "status.addresses[0].address", { ...provisioned, addresses: [{ type: "InternalIP" }] }],
  ["IM-012", "status.addresses", { ...provisioned, addresses: "10.0.0.1" }],
  ["BC-012", "status.conditions[type=Ready]", { ...provisioned, conditions: [condition("Ready")] }],
  ["BC-012", "status.conditions[type=Own]", { ...provisioned, conditions: [condition("Own"), condition("Own")] }],
  ["BC-012", "status.conditions[type=Own].status", { ...provisioned, conditions: [condition("Own", "true")] }],
  ["BC-012", "status.conditions[].reason", { type: "pending", reason: "not there yet" }],
  ["schema", "status.conditions", { ...provisioned, conditions: [condition("-not a name-")] }],
  ["schema", "status.serverName", { ...provisioned, status: { serverName: 7 } }],
  ["schema", "status.serverName", { ...provisioned, status: { serverName: "x".repeat(21) } }],
  ["schema", "status.network.ports", { ...provisioned, status: { network: { ports: ["http"] } } }],
  ["schema", "status.network", { ...provisioned, status: { network: {} } }],
  ["schema", "status.unknown", { ...provisioned, status: { unknown: "field" } }],
  ["schema", "status.network.mtu", { ...provisioned, status: { network: { ports: [1], mtu: 1500 } } }],
  ["IM-014", "status.initialization", { ...provisioned, status: { initialization: { provisioned: false } } }],
  ["IM-011", "status.addresses", { ...provisioned, status: { addresses: [] } }],
  ["BC-011", "status.conditions", { ...provisioned, status: { conditions: [] } }],
  ["IM-017", "status.failureReason", { ...provisioned, status: { failureReason: "" } }],
  ["outcome", "outcome", undefined],
  ["outcome", "outcome", { type: "clusterProvisioned" }],
  ["outcome", "outcome.retryAfterMs", { type: "pending", reason: "Soon", retryAfterMs: NaN }],
  ["outcome", "outcome.message", { type: "failed", reason: "Lost" }],
];

/** The same for the facts of a provisioned cluster. */
export const brokenClusterFacts: readonly (readonly [rule: ViolatedRule, path: string, facts: object])[] = [
  ["IC-002", "spec.controlPlaneEndpoint.port", { controlPlaneEndpoint: { host: "10.0.0.1" } }],
  ["IC-003", "spec.controlPlaneEndpoint.port", { controlPlaneEndpoint: { host: "10.0.0.1", port: 0 } }],
  ["IC-003", "spec.controlPlaneEndpoint.host", { controlPlaneEndpoint: { host: "", port: 6443 } }],
  ["IC-007", "status.failureDomains[1]", { failureDomains: [{ name: "a" }, { name: "a" }] }],
  ["IC-007", "status.failureDomains", { failureDomains: { a: {} } }],
];

/** Violates BS-005. */
export const notData = { type: "data", data: 7 };

function condition(type: string, holds = "True") {
  return { type, status: holds, reason: "Known" };
}
