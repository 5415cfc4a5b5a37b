import { installedCRDs, type KubernetesObject } from "@capstan/contract";
import { TerminalError } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { convertCoreObject, convertedKinds, coreConverters } from "../../src/api/convert.ts";
import { secondsOf } from "../../src/api/duration-seconds.ts";
import { convertedCoreCRDs } from "../../src/api/converted-crds.ts";
import { type BothVersions, bothVersions } from "./both-versions.ts";

const annotation = "cluster.x-k8s.io/conversion-data";
const converters = coreConverters((apiGroup) => `${apiGroup}/v1beta2`);
const [converter] = converters as [(typeof converters)[0]];
const convert = (object: KubernetesObject, version: string) => converter.convert(object, version, () => undefined);

/** An object whose only metadata is its name. */
function object(kind: string, version: string, parts: object, annotations?: Record<string, string>): KubernetesObject {
  const metadata = { name: "a", namespace: "default", ...(annotations === undefined ? {} : { annotations }) };
  return { apiVersion: `cluster.x-k8s.io/${version}`, kind, metadata, ...parts };
}

function keptIn({ metadata }: KubernetesObject): unknown {
  return JSON.parse(metadata.annotations?.[annotation] ?? "null");
}

describe.each(bothVersions)("a $v1beta2.kind with fields of both versions", ({ v1beta1, v1beta2 }: BothVersions) => {
  test("is converted to each version without an annotation", () => {
    expect(convert(v1beta1, "v1beta2")).toEqual(v1beta2);
    expect(convert(v1beta2, "v1beta1")).toEqual(v1beta1);
  });

  test("is unchanged if it already has the version", () => {
    expect(convert(v1beta1, "v1beta1")).toBe(v1beta1);
    expect(convert(v1beta2, "v1beta2")).toBe(v1beta2);
  });
});

describe("zero or empty fields in v1beta1", () => {
  test.each([
    {
      kind: "Cluster",
      spec: {
        controlPlaneEndpoint: { host: "", port: 0 },
        clusterNetwork: { services: { cidrBlocks: [] }, pods: { cidrBlocks: [] } },
        availabilityGates: [],
      },
      // A spec of v1beta2 must not be empty.
      expected: { paused: false },
      status: { infrastructureReady: false, controlPlaneReady: false, observedGeneration: 0, failureDomains: {} },
    },
    {
      kind: "Machine",
      spec: { readinessGates: [] },
      status: { bootstrapReady: false, infrastructureReady: false, observedGeneration: 0, nodeRef: {}, deletion: {} },
    },
    { kind: "MachineSet", spec: { machineNamingStrategy: {} }, status: { observedGeneration: 0 } },
    { kind: "MachineDeployment", spec: { strategy: { rollingUpdate: {} } }, status: { observedGeneration: 0 } },
    { kind: "MachineHealthCheck", spec: { unhealthyConditions: [] }, status: { observedGeneration: 0 } },
  ])("are omitted in a $kind of v1beta2, and restored", ({ kind, spec, status, expected = {} }) => {
    const before = object(kind, "v1beta1", { spec, status });
    const { metadata, ...converted } = convert(before, "v1beta2");
    expect(converted).toEqual({ apiVersion: "cluster.x-k8s.io/v1beta2", kind, spec: expected });
    expect(metadata.annotations).toHaveProperty([annotation]);
    expect(convert({ ...converted, metadata }, "v1beta1")).toEqual(before);
  });
});

describe("fields of only one version:", () => {
  test("the class of a topology has a separate field in v1beta1", () => {
    const topology = { classRef: { name: "k" }, version: "v1.36.0" };
    const { spec } = convert(object("Cluster", "v1beta2", { spec: { topology } }), "v1beta1") as { spec?: object };
    expect(spec).toMatchObject({ topology: { class: "k", version: "v1.36.0" } });
  });

  test("a condition of a health check has a timeout in v1beta1, where a number is not a timeout", () => {
    const checks = { unhealthyMachineConditions: [{ type: "Ready", status: "False" }] };
    const { spec } = convert(object("MachineHealthCheck", "v1beta2", { spec: { clusterName: "c", checks } }), "v1beta1") as {
      spec?: object;
    };
    expect(spec).toMatchObject({ unhealthyMachineConditions: [{ type: "Ready", status: "False", timeout: "0s" }] });
    expect(secondsOf(0)).toBeUndefined();
  });

  test("an endpoint of v1beta2 with one field has both fields in v1beta1", () => {
    const converted = convert(object("Cluster", "v1beta2", { spec: { controlPlaneEndpoint: { host: "h" } } }), "v1beta1");
    expect(converted).toMatchObject({ spec: { controlPlaneEndpoint: { host: "h", port: 0 } } });
    const other = convert(object("Cluster", "v1beta2", { spec: { controlPlaneEndpoint: { port: 1 } } }), "v1beta1");
    expect(other).toMatchObject({ spec: { controlPlaneEndpoint: { host: "", port: 1 } } });
  });

  test("failure domains of v1beta1, which have no order, are sorted by name in v1beta2", () => {
    const failureDomains = { c: {}, a: { controlPlane: true }, b: { controlPlane: false } };
    expect(convert(object("Cluster", "v1beta1", { spec: {}, status: { failureDomains } }), "v1beta2")).toMatchObject({
      status: {
        failureDomains: [
          { name: "a", controlPlane: true },
          { name: "b", controlPlane: false },
          { name: "c", controlPlane: false },
        ],
      },
    });
  });

  test("a Machine that is updated in place is Running in v1beta1, and Updating after conversion back", () => {
    const updating = object("Machine", "v1beta2", { spec: {}, status: { phase: "Updating" } });
    const converted = convert(updating, "v1beta1");
    expect(converted).toMatchObject({ status: { phase: "Running" } });
    expect(convert(converted, "v1beta2")).toMatchObject({ status: { phase: "Updating" } });
  });

  test("a reference without an API version has no group, and one to an unknown kind has no API version", () => {
    const configRef = { kind: "FooConfig", name: "c" };
    const converted = convert(object("Machine", "v1beta1", { spec: { bootstrap: { configRef } } }), "v1beta2");
    expect(converted).toMatchObject({ spec: { bootstrap: { configRef } } });
    const bootstrap = { configRef: { apiGroup: "example.com", ...configRef } };
    const unknown = convertCoreObject(object("Machine", "v1beta2", { spec: { bootstrap } }), "v1beta1", () => undefined);
    expect(unknown).toMatchObject({ spec: { bootstrap: { configRef: { ...configRef, namespace: "default" } } } });
  });

  test("minReadySeconds, which is a field of the set in v1beta1, creates a template in v1beta2", () => {
    expect(convert(object("MachineSet", "v1beta1", { spec: {} }), "v1beta2")).toMatchObject({ spec: {} });
    expect(convert(object("MachineSet", "v1beta1", { spec: { minReadySeconds: 3 } }), "v1beta2")).toMatchObject({
      spec: { template: { spec: { minReadySeconds: 3 } } },
    });
    expect(convert(object("MachineSet", "v1beta1", { spec: { template: { spec: {} } } }), "v1beta2")).toMatchObject({
      spec: { template: { spec: {} } },
    });
  });
});

describe("data that the other version cannot hold", () => {
  const spec = { controlPlaneEndpoint: { host: "", port: 0 }, paused: true };

  test("is kept under its version, and that of v1beta2 in the format of the Go webhook", () => {
    const old = convert(object("Cluster", "v1beta1", { spec }), "v1beta2");
    expect(keptIn(old)).toEqual({ v1beta1: { spec } });
    const machineSpec = { minReadySeconds: 3 };
    const now = convert(object("Machine", "v1beta2", { spec: machineSpec }), "v1beta1");
    expect(keptIn(now)).toEqual({ apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Machine", spec: machineSpec });
  });

  test("is kept for both directions at once, each restored separately, next to other annotations", () => {
    const others = { "example.com/kept": "yes" };
    const before = object("Machine", "v1beta1", { spec: { readinessGates: [] } }, others);
    const there = convert(before, "v1beta2") as KubernetesObject & { spec: object };
    const changed = { ...there, spec: { ...there.spec, minReadySeconds: 3 } };
    const back = convert(changed, "v1beta1");
    expect(back).toMatchObject({ spec: { readinessGates: [] }, metadata: { annotations: others } });
    expect(keptIn(back)).toEqual({
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Machine",
      spec: { minReadySeconds: 3 },
    });
    const again = convert(back, "v1beta2");
    expect(again).toMatchObject({ spec: { minReadySeconds: 3 } });
    expect(keptIn(again)).toEqual({ v1beta1: { spec: { readinessGates: [] } } });
  });

  test("is merged with later changes field by field: added, changed and removed", () => {
    const before = object("Cluster", "v1beta1", {
      spec: { ...spec, clusterNetwork: { serviceDomain: "a", apiServerPort: 1, pods: { cidrBlocks: [] } } },
    });
    const there = convert(before, "v1beta2");
    const changed = { ...there, spec: { clusterNetwork: { serviceDomain: "b" }, availabilityGates: [{ conditionType: "G" }] } };
    expect(convert(changed, "v1beta1")).toMatchObject({
      spec: {
        controlPlaneEndpoint: { host: "", port: 0 },
        clusterNetwork: { serviceDomain: "b", pods: { cidrBlocks: [] } },
        availabilityGates: [{ conditionType: "G" }],
      },
    });
    const { spec: after } = convert(changed, "v1beta1") as { spec?: Record<string, unknown> };
    expect(Object.keys(after ?? {}).sort()).toEqual(["availabilityGates", "clusterNetwork", "controlPlaneEndpoint"]);
    expect(after?.clusterNetwork).not.toHaveProperty("apiServerPort");
  });

  test.each(["{", "[]", "null", '{"v1beta1":[]}', "[".repeat(300) + "]".repeat(300)])(
    "counts as missing if the annotation is corrupted: %s",
    (kept) => {
      const corrupted = object("Cluster", "v1beta2", { spec: { paused: true } }, { [annotation]: kept });
      expect(convert(corrupted, "v1beta1")).toMatchObject({ spec: { paused: true } });
    },
  );
});

describe("the converter", () => {
  test.each([
    ["FooMachine", "v1beta1", "v1beta2"],
    ["Cluster", "v1alpha4", "v1beta2"],
    ["Cluster", "v1beta1", "v1alpha4"],
    ["Cluster", "v1alpha4", "v1alpha4"],
  ])("rejects a %s of %s to %s", (kind, from, to) => {
    expect(() => convert(object(kind, from, { spec: {} }), to)).toThrow(TerminalError);
    expect(() => convert(object(kind, from, { spec: {} }), to)).toThrow(
      `${kind} of cluster.x-k8s.io/${from} cannot be converted to ${to}`,
    );
  });

  test("handles the kinds with two versions, whose CRDs have a conversion webhook", () => {
    expect(converters.map(({ group }) => group)).toEqual(["cluster.x-k8s.io", "ipam.cluster.x-k8s.io"]);
    expect(converters.flatMap(({ kinds }) => kinds)).toEqual(convertedKinds);
    const converted = convertedCoreCRDs.filter(
      ({ spec }) => (spec as { conversion?: { strategy: string } }).conversion?.strategy === "Webhook",
    );
    expect(converted.map(({ spec }) => spec.names.kind).sort()).toEqual([...convertedKinds].sort());
    expect(convertedCoreCRDs).toHaveLength(installedCRDs.length);
  });
});

test("a spec may be missing in v1beta1, but not in v1beta2; an empty status is omitted", () => {
  const absent = object("Cluster", "v1beta1", {});
  expect(convert(absent, "v1beta2")).toMatchObject({ spec: { paused: false } });
  expect(convert(convert(absent, "v1beta2"), "v1beta1")).toEqual(absent);
  expect(convert(object("Cluster", "v1beta2", { spec: {}, status: {} }), "v1beta1")).toMatchObject({ spec: {} });
  expect(convert(object("Cluster", "v1beta2", {}), "v1beta1")).not.toHaveProperty("spec");
});
