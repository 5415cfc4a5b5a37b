import { convertContractFields, type ContractPart, type ContractVersion, type ProviderRole } from "@capstan/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const old = ["v1beta1"] as const;
const current = ["v1beta2"] as const;
const both = ["v1beta2", "v1beta1"] as const;

interface Case {
  readonly role: ProviderRole;
  readonly from: readonly ContractVersion[];
  readonly to: readonly ContractVersion[];
  readonly before: Partial<ContractPart>;
  readonly after: Partial<ContractPart>;
}

function converted({ role, from, to, before }: Omit<Case, "after">): ContractPart {
  return convertContractFields(role, { spec: {}, status: {}, ...before }, from, to);
}

const conditions = [{ type: "Ready", status: "True" }];

describe("the contract's fields in a version of another contract", () => {
  test.each<[string, Case]>([
    [
      "a flag, an address and a failure domain move; what has a form for each stays",
      {
        ...{ role: "InfraMachine", from: old, to: current },
        before: {
          spec: { providerID: "a://1", failureDomain: "z", own: 1 },
          status: { ready: true, addresses: [1], conditions, failureReason: "Lost", failureMessage: "it is", own: {} },
        },
        after: {
          spec: { providerID: "a://1", own: 1 },
          status: {
            ...{ initialization: { provisioned: true }, failureDomain: "z", addresses: [1], conditions, own: {} },
            ...{ failureReason: "Lost", failureMessage: "it is" },
          },
        },
      },
    ],
    [
      "and back, without the object that held the flag",
      {
        ...{ role: "InfraMachine", from: current, to: old },
        before: {
          spec: { providerID: "a://1" },
          status: { initialization: { provisioned: false }, failureDomain: "z" },
        },
        after: { spec: { providerID: "a://1", failureDomain: "z" }, status: { ready: false } },
      },
    ],
    [
      "an object that holds more than the flag stays",
      {
        ...{ role: "InfraMachine", from: current, to: old },
        before: { status: { initialization: { provisioned: true, own: 1 } } },
        after: { status: { ready: true, initialization: { own: 1 } } },
      },
    ],
    [
      "a version of both has the flag twice, and spec as the newest",
      {
        ...{ role: "InfraMachine", from: old, to: both },
        before: { spec: { failureDomain: "z" }, status: { ready: true } },
        after: { status: { initialization: { provisioned: true }, ready: true, failureDomain: "z" } },
      },
    ],
    [
      "of a version of both the newest says what is true",
      {
        ...{ role: "BootstrapConfig", from: both, to: old },
        before: { status: { initialization: { dataSecretCreated: false }, ready: true, dataSecretName: "a" } },
        after: { status: { ready: false, dataSecretName: "a" } },
      },
    ],
    [
      "an older word counts where the newest is missing",
      {
        ...{ role: "BootstrapConfig", from: both, to: current },
        before: { status: { ready: true } },
        after: { status: { initialization: { dataSecretCreated: true } } },
      },
    ],
    [
      "an endpoint without host or port is unset in v1beta2, and failure domains are a list there",
      {
        ...{ role: "InfraCluster", from: old, to: current },
        before: {
          spec: { controlPlaneEndpoint: { host: "", port: 0 } },
          status: { failureDomains: { b: { controlPlane: true }, a: { attributes: { k: "v" } } } },
        },
        after: {
          status: {
            failureDomains: [
              { name: "a", attributes: { k: "v" } },
              { name: "b", controlPlane: true },
            ],
          },
        },
      },
    ],
    [
      "and a map in v1beta1",
      {
        ...{ role: "InfraCluster", from: current, to: old },
        before: {
          spec: { controlPlaneEndpoint: { host: "h" } },
          status: { failureDomains: [{ name: "a", controlPlane: true }] },
        },
        after: {
          spec: { controlPlaneEndpoint: { host: "h" } },
          status: { failureDomains: { a: { controlPlane: true } } },
        },
      },
    ],
    [
      "an empty map of failure domains is left out",
      {
        ...{ role: "InfraCluster", from: old, to: current },
        before: { spec: { controlPlaneEndpoint: { host: "h", port: 65_536 } }, status: { failureDomains: {} } },
        after: { spec: { controlPlaneEndpoint: { host: "h" } } },
      },
    ],
    [
      "v1beta1 has the ready flag of a pool at one place, v1beta2 at two",
      {
        ...{ role: "InfraMachinePool", from: old, to: current },
        before: { spec: { providerIDList: ["a"] }, status: { ready: true, replicas: 1 } },
        after: {
          spec: { providerIDList: ["a"] },
          status: { initialization: { provisioned: true }, ready: true, replicas: 1 },
        },
      },
    ],
    [
      "counts that are missing in a version follow from those that are there",
      {
        ...{ role: "ControlPlane", from: old, to: current },
        before: { spec: { replicas: 3 }, status: { initialized: true, unavailableReplicas: 1, updatedReplicas: 2 } },
        after: {
          spec: { replicas: 3 },
          status: { initialization: { controlPlaneInitialized: true }, availableReplicas: 2, upToDateReplicas: 2 },
        },
      },
    ],
    [
      "and never go below zero",
      {
        ...{ role: "ControlPlane", from: current, to: old },
        before: { spec: { replicas: 1 }, status: { availableReplicas: 2 } },
        after: { spec: { replicas: 1 }, status: { unavailableReplicas: 0 } },
      },
    ],
    [
      "of one count alone nothing follows",
      {
        ...{ role: "ControlPlane", from: current, to: old },
        before: { status: { availableReplicas: 2 } },
        after: {},
      },
    ],
    [
      "versions of the same contract have the same fields",
      {
        ...{ role: "ControlPlane", from: both, to: both },
        before: { status: { unavailableReplicas: 1, initialized: true } },
        after: { status: { unavailableReplicas: 1, initialized: true } },
      },
    ],
  ])("%s", (_sentence, { after, ...conversion }) => {
    expect(converted(conversion)).toEqual({ spec: {}, status: {}, ...after });
  });

  test("v1beta2 fields of a Machine survive a round trip through v1beta1", () => {
    const part = fc.record({
      spec: fc.record({ providerID: fc.string(), own: fc.jsonValue() }, { requiredKeys: [] }),
      status: fc.record(
        {
          initialization: fc.record({ provisioned: fc.boolean() }),
          failureDomain: fc.string(),
          addresses: fc.array(fc.record({ type: fc.string(), address: fc.string() })),
        },
        { requiredKeys: [] },
      ),
    });
    fc.assert(
      fc.property(part, (before) => {
        const there = converted({ role: "InfraMachine", from: current, to: old, before });
        expect(converted({ role: "InfraMachine", from: old, to: current, before: there })).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });
});
