import { expect, test } from "vitest";
import { clusterSecretName, clustersReserving } from "../src/index.ts";

const purposes = ["ca", "etcd", "sa", "proxy", "kubeconfig", "apiserver-etcd-client"] as const;

test.each(purposes)("the name of a Cluster's Secret for %s is reserved for the Cluster", (purpose) => {
  const name = clusterSecretName("c1", purpose);
  expect(name).toBe(`c1-${purpose}`);
  expect(clustersReserving(name)).toEqual(["c1"]);
  expect(clustersReserving(`${name}-0`)).toEqual([]);
});

test.each([
  ["a purpose without a Cluster", "-ca", []],
  ["a purpose alone", "kubeconfig", []],
  ["a purpose as the name of the Cluster", "ca-ca", ["ca"]],
  ["another name", "worker-1", []],
])("%s reserves its name for the correct Clusters", (_what, name, clusters) => {
  expect(clustersReserving(name)).toEqual(clusters);
});
