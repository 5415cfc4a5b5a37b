import type { OwnerReference } from "@capstan/contract";
import { expect, test } from "vitest";
import { isUserOf, referencesOfCluster } from "../src/kit/reference-users.ts";

const core = "cluster.x-k8s.io";
const infrastructureRef = { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "MockCluster", name: "c1" };
const controlPlaneRef = { apiGroup: "controlplane.cluster.x-k8s.io", kind: "MockControlPlane", name: "cp" };
const cluster = { spec: { infrastructureRef, controlPlaneRef } };
const object = {
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
  kind: "MockCluster",
  metadata: { namespace: "a", name: "c1" },
};

/** The Clusters of a management cluster, by namespace and name. */
function clustersAt(clusters: Readonly<Record<string, typeof cluster | { readonly spec: object }>>) {
  return { get: ({ namespace = "", name }: { namespace?: string; name: string }) => clusters[`${namespace}/${name}`] };
}
const owner = (of: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: `${core}/v1beta2`,
  kind: "Cluster",
  name: "c1",
  uid: "1",
  ...of,
});
const isUsedBy = (reference: OwnerReference, clusters = clustersAt({ "a/c1": cluster }), of: typeof object = object) =>
  isUserOf(of, clusters as Parameters<typeof isUserOf>[1])(reference);

test("a Cluster uses its infrastructure and its control plane, if it refers to them", () => {
  expect(referencesOfCluster(cluster as Parameters<typeof referencesOfCluster>[0])).toEqual([
    infrastructureRef,
    controlPlaneRef,
  ]);
  expect(referencesOfCluster({ spec: {} })).toEqual([]);
});

test("an owner Cluster uses the object if it exists in the namespace and refers to the object", () => {
  expect(isUsedBy(owner())).toBe(true);
  expect(isUsedBy(owner({ apiVersion: `${core}/v1beta1` }))).toBe(true);
  expect(isUsedBy(owner(), clustersAt({}))).toBe(false);
  expect(isUsedBy(owner(), clustersAt({ "b/c1": cluster }))).toBe(false);
  expect(isUsedBy(owner({ name: "c2" }))).toBe(false);
  expect(isUsedBy(owner(), clustersAt({ "a/c1": { spec: {} } }))).toBe(false);
});

test("every part of the reference must match", () => {
  const { metadata } = object;
  expect(isUsedBy(owner(), undefined, { ...object, apiVersion: "example.com/v1" })).toBe(false);
  expect(isUsedBy(owner(), undefined, { ...object, kind: "OtherCluster" })).toBe(false);
  expect(isUsedBy(owner(), undefined, { ...object, metadata: { ...metadata, name: "c2" } })).toBe(false);
  const plane = { ...object, apiVersion: "controlplane.cluster.x-k8s.io/v1", kind: "MockControlPlane" };
  expect(isUsedBy(owner(), undefined, { ...plane, metadata: { ...metadata, name: "cp" } })).toBe(true);
});

test("no namespaced Cluster uses a cluster-scoped object", () => {
  const of = { ...object, metadata: { name: "c1" } } as unknown as typeof object;
  expect(isUsedBy(owner(), undefined, of)).toBe(false);
  expect(isUsedBy(owner(), clustersAt({ "/c1": cluster }), of)).toBe(true);
});

test.each(["Machine", "MachinePool"])("an owner that is a %s uses the object if it is the controller", (kind) => {
  expect(isUsedBy(owner({ kind, controller: true }))).toBe(true);
  expect(isUsedBy(owner({ kind }))).toBe(false);
  expect(isUsedBy(owner({ kind, controller: false }))).toBe(false);
});

test("owners of other kinds and groups are not users", () => {
  expect(isUsedBy(owner({ kind: "MachineSet", controller: true }))).toBe(false);
  expect(isUsedBy(owner({ apiVersion: "example.com/v1" }))).toBe(false);
  expect(isUsedBy(owner({ apiVersion: "example.com/v1", kind: "Machine", controller: true }))).toBe(false);
});
