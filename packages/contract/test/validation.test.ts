import {
  validateCluster,
  validateMachine,
  validateMachineDeployment,
  type Machine,
  type MachineV1Beta1,
  objectValidator,
} from "@capstan/contract";
import Type from "typebox";
import { describe, expect, test } from "vitest";

const ref = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "FooMachine", name: "m" };
const machine: Machine = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  metadata: { name: "m", namespace: "default" },
  spec: { clusterName: "c", bootstrap: { dataSecretName: "s" }, infrastructureRef: ref },
};
const paths = (object: unknown) => validateMachine(object).map(({ path }) => path);

describe("validating a Machine", () => {
  test("accepts a valid one of either version", () => {
    const older: MachineV1Beta1 = {
      apiVersion: "cluster.x-k8s.io/v1beta1",
      kind: "Machine",
      metadata: { name: "m" },
      spec: { clusterName: "c", bootstrap: { configRef: { kind: "FooConfig", name: "b" } }, infrastructureRef: {} },
      status: { bootstrapReady: true, phase: "Running" },
    };
    expect(validateMachine(machine)).toEqual([]);
    expect(validateMachine(older)).toEqual([]);
  });

  test("lists every error with its path", () => {
    const wrong = {
      ...machine,
      spec: {
        bootstrap: { dataSecretName: 3 },
        infrastructureRef: { ...ref, apiGroup: "Infra!", namespace: "default" },
        readinessGates: [{ conditionType: "A" }, { polarity: "Neutral", conditionType: "B" }],
        deletion: { nodeDrainTimeoutSeconds: -1 },
      },
      status: { phase: "Happy", certificatesExpiryDate: "tomorrow", nodeInfo: {} },
    };
    const found = paths(wrong);
    expect(found).toEqual(
      expect.arrayContaining([
        "spec.clusterName",
        "spec.bootstrap.dataSecretName",
        "spec.infrastructureRef.apiGroup",
        "spec.infrastructureRef.namespace",
        "spec.readinessGates[1].polarity",
        "spec.deletion.nodeDrainTimeoutSeconds",
        "status.phase",
        "status.certificatesExpiryDate",
        "status.nodeInfo.kubeletVersion",
      ]),
    );
    expect(validateMachine(wrong)).toContainEqual({
      rule: "schema",
      statement: "An object conforms to the schema of its kind.",
      path: "status.phase",
      expected: "one of Pending, Provisioning, Provisioned, Running, Updating, Deleting, Deleted, Failed, Unknown",
      actual: "Happy",
      source: "schema of Machine in cluster.x-k8s.io/v1beta2",
    });
  });

  test("reports one error that names both if configRef and dataSecretName are missing", () => {
    const found = validateMachine({ ...machine, spec: { ...machine.spec, bootstrap: {} } });
    expect(found).toMatchObject([
      { path: "spec.bootstrap", expected: "at least one of configRef, dataSecretName", actual: {} },
    ]);
  });

  test("accepts an empty dataSecretName as set", () => {
    expect(paths({ ...machine, spec: { ...machine.spec, bootstrap: { dataSecretName: "" } } })).toEqual([]);
  });

  test("rejects objects of other kinds", () => {
    expect(validateMachine("machine").map(({ expected }) => expected)).toEqual(["an object"]);
    expect(paths({ ...machine, kind: "Cluster" })).toEqual(["kind"]);
    expect(paths({ apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Machine", metadata: {} })).toEqual(["spec"]);
  });
});

test("a Cluster with a topology is validated at any depth", () => {
  const cluster = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "c" },
    spec: {
      topology: {
        classRef: { name: "k" },
        version: "v1.36.0",
        workers: { machineDeployments: [{ class: "w", name: "md", rollout: { strategy: { type: "Never" } } }] },
        variables: [{ name: "any", value: { deep: [1] } }],
      },
    },
  };
  expect(validateCluster(cluster).map(({ path }) => path)).toEqual([
    "spec.topology.workers.machineDeployments[0].rollout.strategy.type",
  ]);
});

test("a MachineDeployment may have numbers or percentages", () => {
  const deployment = (maxSurge: unknown) => ({
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "MachineDeployment",
    metadata: { name: "md" },
    spec: {
      clusterName: "c",
      selector: {},
      template: { spec: machine.spec },
      rollout: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge } } },
    },
  });
  expect(validateMachineDeployment(deployment(1))).toEqual([]);
  expect(validateMachineDeployment(deployment("25%"))).toEqual([]);
  expect(validateMachineDeployment(deployment(true))).toHaveLength(1);
});

test("a provider's kind is validated by the schemas of its definition", () => {
  const kind = { group: "example.com", version: "v1", kind: "Foo", plural: "foos", namespaced: true };
  const validate = objectValidator(kind, {
    spec: Type.Object({
      size: Type.Number({ exclusiveMinimum: 0 }),
      tags: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
  });
  const foo = (spec: object) => ({ apiVersion: "example.com/v1", kind: "Foo", metadata: { name: "f" }, spec });
  expect(validate(foo({ size: 1, tags: { "a/b": "c" } }))).toEqual([]);
  expect(validate(foo({ size: 0, tags: { "a/b": 1 } })).map(({ path }) => path)).toEqual([
    "spec.size",
    "spec.tags['a/b']",
  ]);
});
