import type { RuleId } from "@capstan/contract";

/** The required fields of an outcome: the rule in the compiler error, the mistake, and a source with it. */
export const incompleteOutcomes: readonly (readonly [title: `${RuleId}: ${string}`, source: string])[] = [
  ["IM-006: a machine without a providerID", `outcome.provisioned({ addresses: [] });`],
  [
    "IM-006: a machine whose providerID may be undefined",
    `declare const id: string | undefined; outcome.provisioned({ providerID: id });`,
  ],
  [
    "IM-012: a machine's address without a type",
    `outcome.provisioned({ providerID: "x", addresses: [{ address: "10.0.0.1" }] });`,
  ],
  [
    "IM-012: a machine's address of an unknown type",
    `outcome.provisioned({ providerID: "x", addresses: [{ type: "MAC", address: "10.0.0.1" }] });`,
  ],
  ["IC-002: an endpoint without a port", `outcome.clusterProvisioned({ controlPlaneEndpoint: { host: "10.0.0.1" } });`],
  ["IC-002: an endpoint without a host", `outcome.clusterProvisioned({ controlPlaneEndpoint: { port: 6443 } });`],
  [
    "CP-003: a control plane's endpoint without a port",
    `outcome.controlPlaneInitialized({ controlPlaneEndpoint: { host: "10.0.0.1" } });`,
  ],
  [
    "IC-007: a failure domain without a name",
    `outcome.clusterProvisioned({ failureDomains: [{ controlPlane: true }] });`,
  ],
  ["MP-003: a pool without the ids of its machines", `outcome.poolProvisioned({ replicas: 3 });`],
  [
    "BS-005: a bootstrap config whose data may be undefined",
    `declare const data: string | undefined; outcome.data(data);`,
  ],
];

/** The rule at the start of a title. */
export function ruleOf(title: `${RuleId}: ${string}`): RuleId {
  return title.slice(0, title.indexOf(":")) as RuleId;
}
