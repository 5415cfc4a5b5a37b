import { ageColumn, contractVersions, printerColumns, type PrinterColumn, providerRoles } from "@capstan/contract";
import { expect, test } from "vitest";

const all = () => true;
const none = () => false;

/** A column in one line: `Name type .path`, followed by `wide` if only `--output wide` shows it. */
function lines(columns: readonly PrinterColumn[]): string[] {
  return columns.map(({ name, type, jsonPath, priority }) => {
    const path = jsonPath
      .replace("cluster\\.x-k8s\\.io/cluster-name", "CLUSTER")
      .replace('?(@.type=="Ready")', "READY");
    return [name, type, path, ...(priority === undefined ? [] : [`wide ${priority}`])].join(" ");
  });
}

test("a kind shows its Cluster, fields of its role, its own columns, its condition, and its age", () => {
  const own: PrinterColumn = { name: "Size", type: "string", jsonPath: ".spec.size" };

  expect(lines(printerColumns("ControlPlane", "v1beta2", all, [own]))).toEqual([
    "Cluster string .metadata.labels['CLUSTER']",
    "Initialized boolean .status.initialization.controlPlaneInitialized",
    "Desired integer .spec.replicas wide 1",
    "Replicas integer .status.replicas",
    "Version string .status.version",
    "Endpoint string .spec.controlPlaneEndpoint.host wide 1",
    "Size string .spec.size",
    "Ready string .status.conditions[READY].status",
    "Reason string .status.conditions[READY].reason wide 1",
    "Age date .metadata.creationTimestamp",
  ]);
});

test("a field is shown at its path in the version's contract", () => {
  expect(lines(printerColumns("InfraMachine", "v1beta1", all))).toContain("Provisioned boolean .status.ready");
  expect(lines(printerColumns("InfraMachine", "v1beta2", all))).toContain(
    "Provisioned boolean .status.initialization.provisioned",
  );
});

test("fields that a kind lacks are not shown", () => {
  expect(printerColumns("InfraCluster", "v1beta2", none)).toEqual([
    { name: "Cluster", type: "string", jsonPath: ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']" },
    ageColumn,
  ]);
  const columns = printerColumns("InfraMachinePool", "v1beta2", ({ name }) => name !== "replicas");
  expect(columns.map(({ name }) => name)).toEqual(["Cluster", "Provisioned", "ProviderID", "Ready", "Reason", "Age"]);
});

test.each(providerRoles)("every column of %s shows a field of each contract", (role) => {
  for (const contract of contractVersions) {
    const columns = printerColumns(role, contract, all);
    expect(columns.at(-1)).toEqual(ageColumn);
    expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
  }
});
