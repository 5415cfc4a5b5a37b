import { coreCRDs } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { crdOf } from "../src/api/core-crds.ts";
import { coreKinds } from "../src/api/core-kinds.ts";
import { column } from "../src/api/printer-columns.ts";

const scale = {
  specReplicasPath: ".spec.replicas",
  statusReplicasPath: ".status.replicas",
  labelSelectorPath: ".status.selector",
};

describe.each([
  { kind: "Cluster", plural: "clusters", shortNames: ["cl"], isScalable: false },
  { kind: "Machine", plural: "machines", shortNames: ["ma"], isScalable: false },
  { kind: "MachineSet", plural: "machinesets", shortNames: ["ms"], isScalable: true },
  { kind: "MachineDeployment", plural: "machinedeployments", shortNames: ["md"], isScalable: true },
  { kind: "MachineHealthCheck", plural: "machinehealthchecks", shortNames: ["mhc", "mhcs"], isScalable: false },
] as const)("the CRD of $kind", ({ kind, plural, shortNames, isScalable }) => {
  const crd = crdOf(coreKinds[kind]);

  test("has the names and labels of Cluster API's", () => {
    const { metadata, spec } = crdOf(coreKinds[kind]);
    expect(metadata).toEqual({
      name: `${plural}.cluster.x-k8s.io`,
      labels: {
        "cluster.x-k8s.io/provider": "cluster-api",
        "cluster.x-k8s.io/v1beta1": "v1beta1",
        "cluster.x-k8s.io/v1beta2": "v1beta2",
      },
    });
    expect(spec.group).toBe("cluster.x-k8s.io");
    expect(spec.names).toMatchObject({ kind, plural, listKind: `${kind}List` });
    expect(spec.names.shortNames).toEqual(shortNames);
  });

  test("serves both versions, stores v1beta2, and requires a spec only there", () => {
    const { versions } = crdOf(coreKinds[kind]).spec;
    expect(
      versions.map(({ name, served, storage, deprecated, subresources, schema }) => {
        const { required = [] } = schema.openAPIV3Schema;
        return { name, served, storage, deprecated, scale: subresources?.scale, required };
      }),
    ).toEqual([
      {
        name: "v1beta1",
        served: true,
        storage: false,
        deprecated: true,
        scale: isScalable ? scale : undefined,
        required: [],
      },
      {
        name: "v1beta2",
        served: true,
        storage: true,
        deprecated: undefined,
        scale: isScalable ? scale : undefined,
        required: ["spec"],
      },
    ]);
  });

  test("is installed", () => {
    expect(coreCRDs).toContainEqual(crd);
  });
});

test("a column of kubectl has a priority if it is not always shown", () => {
  expect(column("A", "string", ".a", "What it is")).toEqual({
    name: "A",
    type: "string",
    jsonPath: ".a",
    description: "What it is",
  });
  expect(column("A", "date", ".a", "b", 10)).toEqual({
    name: "A",
    type: "date",
    jsonPath: ".a",
    description: "b",
    priority: 10,
  });
});
