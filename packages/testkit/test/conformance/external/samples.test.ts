import { defineInfraCluster, defineInfraMachine, Type } from "@capstan/provider";
import { expect, test } from "vitest";
import { kindsInCRDs, mustHaveKinds } from "../../../src/conformance/external/kinds-in-crds.ts";
import { sampleValue } from "../../../src/values/sample-value.ts";
import { prerequisites, subjectOf } from "../../../src/conformance/external/samples.ts";

const versions = {
  v1beta2: { contract: "v1beta2", spec: Type.Object({ size: Type.String({ minLength: 8 }) }) },
} as const;
const SampleMachine = defineInfraMachine({ kind: "SampleMachine", versions });
const SampleCluster = defineInfraCluster({ kind: "SampleCluster", versions });
const kinds = kindsInCRDs([...SampleMachine.crds, ...SampleCluster.crds, { kind: "ConfigMap" }]);

test("the kinds of a provider are its CRDs with a role, with contract, version and Template", () => {
  expect(kinds).toMatchObject([
    { role: "InfraMachine", contract: "v1beta2", kind: { kind: "SampleMachine", version: "v1beta2" } },
    { role: "InfraCluster", contract: "v1beta2", templateKind: { kind: "SampleClusterTemplate" } },
  ]);
});

test("CRDs without a role are refused", () => {
  expect(() => {
    mustHaveKinds(kindsInCRDs([{ kind: "ConfigMap" }]));
  }).toThrow(/no kind with a role/);
});

test("without samples, a spec has the fields that its schema requires", () => {
  const [machine] = kinds;
  if (machine === undefined) throw new Error("There is no kind");
  expect(subjectOf(machine, kinds, [], {})).toMatchObject({
    spec: { size: "samplexx" },
    infraCluster: { kind: { kind: "SampleCluster" } },
    infraClusterSpec: { size: "samplexx" },
  });
});

test.each([
  [{ enum: ["a", "b"] }, "a"],
  [{ type: "integer", minimum: 3 }, 3],
  [{ type: "array", minItems: 2, items: { type: "boolean" } }, [false, false]],
  [{ type: "object", required: ["a"], properties: { a: { type: "string", default: "x" } } }, {}],
  [{ type: "object", minProperties: 1, properties: { a: { type: "integer" } } }, { a: 1 }],
])("the smallest value of %j is %j", (schema, expected) => {
  expect(sampleValue(schema)).toEqual(expected);
});

test("samples supply specs, the fields of the Cluster and the Machine, and prerequisites", () => {
  const group = "infrastructure.cluster.x-k8s.io/v1beta2";
  const core = "cluster.x-k8s.io/v1beta2";
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "credentials" } };
  const samples = [
    {
      apiVersion: group,
      kind: "SampleMachineTemplate",
      metadata: { name: "t" },
      spec: { template: { spec: { size: "big" } } },
    },
    { apiVersion: core, kind: "Cluster", metadata: { name: "c" }, spec: { infrastructureRef: {}, clusterNetwork: {} } },
    { apiVersion: core, kind: "Machine", metadata: { name: "m" }, spec: { version: "v1.30.0", clusterName: "c" } },
    secret,
  ];
  const [machine] = kinds;
  if (machine === undefined) throw new Error("There is no kind");
  const subject = subjectOf(machine, kinds, samples, {});
  expect(subject).toMatchObject({ spec: { size: "big" }, machine: { version: "v1.30.0" }, controlPlane: false });
  expect(subject.cluster).not.toHaveProperty("infrastructureRef");
  expect(prerequisites(samples, kinds)).toEqual([secret]);
});
