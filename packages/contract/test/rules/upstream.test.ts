import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkComponents, checkCRDs, type CustomResourceDefinition } from "@capstan/contract";
import { loadAll } from "js-yaml";
import { describe, expect, test } from "vitest";
import { mutate } from "./mutation.ts";

// Cluster API's core CRDs from controller-gen; those of kubeadm are in sibling folders.
const assets = process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "";
const folder = assets === "" ? "" : join(assets, "crds/core");

describe.runIf(existsSync(folder))("the CRDs of Cluster API", () => {
  const crds = folder === "" ? [] : siblingFolders(folder).flatMap(crdsIn).map(withContractLabels);

  test("break no MUST", () => {
    const { checked, violations } = checkCRDs(crds, { sigSponsored: true });
    expect(checked.map(({ role }) => role).toSorted()).toEqual([
      "BootstrapConfig",
      "BootstrapConfigTemplate",
      "ControlPlane",
      "ControlPlaneTemplate",
    ]);
    expect(violations.filter(({ level }) => level === "MUST")).toEqual([]);
  });

  const controlPlaneFaults = [
    ["CP-002", "status.initialization.controlPlaneInitialized"],
    ["CP-004", "status.selector"],
    ["CP-006", "spec.machineTemplate.metadata"],
    ["CP-003", "spec.controlPlaneEndpoint"],
  ] as const;

  test.each(controlPlaneFaults)("break %s when a KubeadmControlPlane has %s as a number", (rule, path) => {
    const broken = crds.map((crd) => (crd.spec.names.kind === "KubeadmControlPlane" ? asNumber(crd, path) : crd));
    const found = checkCRDs(broken, { sigSponsored: true }).violations.filter(({ level }) => level === "MUST");
    expect([...new Set(found.map((violation) => violation.rule))]).toEqual([rule]);
  });
});

const manifests = assets === "" ? "" : join(assets, "manifests");

describe.runIf(existsSync(manifests))("the components files of Cluster API", () => {
  test.each(["core", "bootstrap", "controlplane"])("%s breaks no MUST", (name) => {
    const documents = loadAll(readFileSync(join(manifests, `${name}.yaml`), "utf8"));
    expect(documents.length).toBeGreaterThan(10);
    const { violations } = checkComponents(documents, { sigSponsored: true });
    expect(violations.filter(({ level }) => level === "MUST")).toEqual([]);
  });
});

function asNumber(crd: CustomResourceDefinition, path: string): CustomResourceDefinition {
  const fields = path.split(".").flatMap((name) => ["properties", name]);
  const index = crd.spec.versions.findIndex(({ name }) => name === "v1beta2");
  const to = path.endsWith("Endpoint")
    ? { type: "object", properties: { host: { type: "number" } } }
    : { type: "number" };
  return mutate(crd, { at: ["spec", "versions", index, "schema", "openAPIV3Schema", ...fields], to });
}

function siblingFolders(core: string): string[] {
  return readdirSync(dirname(core), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(dirname(core), name));
}

function crdsIn(path: string): CustomResourceDefinition[] {
  return readdirSync(path).flatMap(
    (file) => loadAll(readFileSync(join(path, file), "utf8")) as CustomResourceDefinition[],
  );
}

/** The CRDs with the labels that their kustomization adds. */
function withContractLabels(crd: CustomResourceDefinition): CustomResourceDefinition {
  const labels = { "cluster.x-k8s.io/v1beta1": "v1beta1", "cluster.x-k8s.io/v1beta2": "v1beta2" };
  return { ...crd, metadata: { ...crd.metadata, labels }, spec: { ...crd.spec, conversion: { strategy: "Webhook" } } };
}
