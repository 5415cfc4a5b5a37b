import { ManifestError, parseManifests } from "@capstan/kube";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { coreCRDs, type CustomResourceDefinition, IPAddress, ipamCRDs, machinePoolCRD } from "@capstan/contract";
import type { ReconciledDefinition } from "@capstan/provider";

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

/** The core's kinds, with MachinePools and the kinds of IPAM if a provider needs them. */
export function coreCRDsFor(definitions: readonly ReconciledDefinition[]): readonly CustomResourceDefinition[] {
  const servesPools = definitions.some(({ owners }) => owners.includes("MachinePool"));
  const usesAddresses = definitions.some(({ permissions }) =>
    permissions.some(({ apiGroups }) => apiGroups.includes(IPAddress.group)),
  );
  return withMissing([...(servesPools ? [machinePoolCRD] : []), ...(usesAddresses ? ipamCRDs : [])]);
}

/** The core's kinds with MachinePools; a manager that serves MachinePools waits for their CRD. */
export function coreCRDsWithPools(): readonly CustomResourceDefinition[] {
  return withMissing([machinePoolCRD]);
}

function withMissing(needed: readonly CustomResourceDefinition[]): readonly CustomResourceDefinition[] {
  const crds = installedCoreCRDs();
  const names = new Set(crds.map(({ metadata }) => metadata.name));
  return [...crds, ...needed.filter(({ metadata }) => !names.has(metadata.name))];
}
