import { type ContractVersion, type ProviderRole, violationsOverTime } from "@capstan/contract";
import { expect, test } from "vitest";

interface Case {
  readonly role: ProviderRole;
  readonly contracts: readonly ContractVersion[];
  readonly before: object;
  readonly after: object;
}

function broken({ role, contracts, before, after }: Case): string[] {
  const object = (fields: object) => ({ apiVersion: "x/v1", kind: "X", metadata: { name: "x" }, spec: {}, ...fields });
  return violationsOverTime(role, contracts, object(before), object(after)).map(({ rule, path }) => `${rule} ${path}`);
}

const old = ["v1beta1"] as const;
const current = ["v1beta2"] as const;
const both = ["v1beta2", "v1beta1"] as const;
const created = { initialization: { dataSecretCreated: true }, dataSecretName: "m1" };
const failureRules = {
  BootstrapConfig: "BC-009",
  InfraMachine: "IM-016",
  InfraCluster: "IC-012",
  InfraMachinePool: "MP-007",
  ControlPlane: "CP-011",
};
const done = { initialization: { provisioned: true } };

test.each<[sentence: string, rule: string, Case]>([
  [
    "a machine stays provisioned (v1beta2)",
    "IM-015 status.initialization.provisioned",
    { role: "InfraMachine", contracts: current, before: { status: done }, after: { status: {} } },
  ],
  [
    "a machine stays provisioned (v1beta1)",
    "IM-015 status.ready",
    {
      role: "InfraMachine",
      contracts: old,
      before: { status: { ready: true } },
      after: { status: { ready: false } },
    },
  ],
  [
    "a machine stays provisioned in the words of both contracts",
    "IM-015 status.ready",
    {
      role: "InfraMachine",
      contracts: both,
      before: { status: { ...done, ready: true } },
      after: { status: done },
    },
  ],
  [
    "a cluster stays provisioned (v1beta2)",
    "IC-010 status.initialization.provisioned",
    { role: "InfraCluster", contracts: current, before: { status: done }, after: { status: {} } },
  ],
  [
    "a cluster stays provisioned in the words of both, whatever the form of its failure domains",
    "IC-009 status.ready",
    {
      role: "InfraCluster",
      contracts: both,
      before: { status: { ...done, ready: true, failureDomains: [{ name: "a" }] } },
      after: { status: { ...done, failureDomains: [{ name: "a" }] } },
    },
  ],
  [
    "a pool stays provisioned (v1beta2)",
    "MP-002 status.initialization.provisioned",
    {
      role: "InfraMachinePool",
      contracts: current,
      before: { status: { ...done, ready: true } },
      after: { status: {} },
    },
  ],
  [
    "a pool stays provisioned (v1beta1)",
    "MP-002 status.ready",
    {
      role: "InfraMachinePool",
      contracts: old,
      before: { status: { ready: true } },
      after: { status: { ready: false } },
    },
  ],
  [
    "a data Secret stays created",
    "BC-019 status.initialization.dataSecretCreated",
    {
      role: "BootstrapConfig",
      contracts: current,
      before: { status: created },
      after: { status: { dataSecretName: "m1" } },
    },
  ],
  [
    "the name of a data Secret stays",
    "BC-019 status.dataSecretName",
    {
      role: "BootstrapConfig",
      contracts: current,
      before: { status: created },
      after: { status: { ...created, dataSecretName: "m2" } },
    },
  ],
  [
    "a providerID stays",
    "IM-002 spec.providerID",
    {
      role: "InfraMachine",
      contracts: current,
      before: { spec: { providerID: "a://1" } },
      after: { spec: { providerID: "a://2" } },
    },
  ],
  [
    "an endpoint stays",
    "IC-002 spec.controlPlaneEndpoint",
    {
      role: "InfraCluster",
      contracts: current,
      before: { spec: { controlPlaneEndpoint: { host: "a", port: 1 } } },
      after: { spec: { controlPlaneEndpoint: { host: "a", port: 2 } } },
    },
  ],
  [
    "a control plane stays initialized (v1beta2)",
    "CP-002 status.initialization.controlPlaneInitialized",
    {
      role: "ControlPlane",
      contracts: current,
      before: { status: { initialization: { controlPlaneInitialized: true } } },
      after: { status: {} },
    },
  ],
  [
    "a control plane stays initialized (v1beta1)",
    "CP-002 status.initialized",
    { role: "ControlPlane", contracts: old, before: { status: { initialized: true } }, after: { status: {} } },
  ],
  [
    "the endpoint of a control plane stays",
    "CP-003 spec.controlPlaneEndpoint",
    {
      role: "ControlPlane",
      contracts: current,
      before: { spec: { controlPlaneEndpoint: { host: "a", port: 1 } } },
      after: { spec: {} },
    },
  ],
  ...(["BootstrapConfig", "InfraMachine", "InfraCluster", "InfraMachinePool", "ControlPlane"] as const).map(
    (role): [string, string, Case] => [
      `a terminal failure of a ${role} stays under v1beta1 alone`,
      `${failureRules[role]} status.failureReason`,
      {
        role,
        contracts: old,
        before: { status: { failureReason: "Lost", failureMessage: "x" } },
        after: { status: {} },
      },
    ],
  ),
])("%s: %s", (_sentence, rule, change) => {
  expect(broken(change)).toEqual([rule]);
  expect(broken({ ...change, after: change.before })).toEqual([]);
  // A restore sets the whole status, so there is no previous status to match.
  expect(broken({ ...change, before: {}, after: change.after })).toEqual([]);
});

test.each<[sentence: string, Case]>([
  [
    "an endpoint that is not complete may be completed",
    {
      role: "InfraCluster",
      contracts: current,
      before: { spec: { controlPlaneEndpoint: { host: "", port: 6443 } } },
      after: { spec: { controlPlaneEndpoint: { host: "a", port: 6443 } } },
    },
  ],
  [
    "a failure goes when it is overcome, where v1beta2 is implemented, too",
    { role: "InfraMachine", contracts: both, before: { status: { failureReason: "Lost" } }, after: { status: {} } },
  ],
  [
    "a name may change as long as the flag has not been set",
    {
      role: "BootstrapConfig",
      contracts: current,
      before: { status: { dataSecretName: "m1" } },
      after: { status: { ...created, dataSecretName: "m2" } },
    },
  ],
])("%s", (_sentence, change) => {
  expect(broken(change)).toEqual([]);
});
