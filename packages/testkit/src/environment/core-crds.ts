import { ManifestError, parseManifests } from "@capstan/kube";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { coreCRDs, type CustomResourceDefinition, machinePoolCRD } from "@capstan/contract";
import type { ProviderDefinition } from "@capstan/provider";

/**
 * The CRDs of the core's kinds that a test environment installs: Capstan's, or those in the YAML files of a folder, in the format of
 * Cluster API's releases. They name no webhook, so their versions differ only in apiVersion.
 *
 * @param folder - default: the environment variable CAPSTAN_CORE_CRDS; if it is unset, Capstan's CRDs.
 * @throws `ManifestError` the folder holds no CRD.
 *
 * @example
 * ```ts
 * import { installedCoreCRDs } from "@capstan/testkit";
 *
 * console.log(installedCoreCRDs().map(({ metadata }) => metadata.name)); // clusters.cluster.x-k8s.io and others
 * ```
 */
export function installedCoreCRDs(folder = process.env.CAPSTAN_CORE_CRDS ?? ""): readonly CustomResourceDefinition[] {
  if (folder === "") return coreCRDs;
  const crds = globSync("*.{yaml,yml}", { cwd: folder })
    .toSorted()
    .flatMap((file) => parseManifests(path.join(folder, file), readFileSync(path.join(folder, file), "utf8")))
    .filter(isDefinition)
    .map((crd) => ({ ...crd, spec: { ...crd.spec, conversion: { strategy: "None" as const } } }));
  if (crds.length === 0)
    throw new ManifestError(`${folder} (CAPSTAN_CORE_CRDS) holds no CustomResourceDefinition (*.yaml)`);
  return crds;
}

function isDefinition(document: unknown): document is CustomResourceDefinition {
  return (document as { kind?: unknown } | null | undefined)?.kind === "CustomResourceDefinition";
}

/** The core's kinds, with MachinePools if a provider serves them. */
export function coreCRDsFor(definitions: readonly ProviderDefinition[]): readonly CustomResourceDefinition[] {
  const isServed = definitions.some(({ owners }) => owners.includes("MachinePool"));
  return isServed ? coreCRDsWithPools() : installedCoreCRDs();
}

/** The core's kinds with MachinePools; a manager that serves MachinePools waits for their CRD. */
export function coreCRDsWithPools(): readonly CustomResourceDefinition[] {
  const crds = installedCoreCRDs();
  const isThere = crds.some(({ metadata }) => metadata.name === machinePoolCRD.metadata.name);
  return isThere ? crds : [...crds, machinePoolCRD];
}
