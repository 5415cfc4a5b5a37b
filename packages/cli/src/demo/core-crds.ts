import { ManifestError } from "@capstan/kube";
import { coreCRDs, type CustomResourceDefinition } from "@capstan/contract";
import { loadManifests } from "../manifests/load-manifests.ts";

/**
 * The CRDs of the core's kinds: from the manifests of a folder, whose versions then differ only in their apiVersion. Without a folder,
 * Capstan's own.
 *
 * @throws {@link ManifestError} the folder contains no CRD.
 */
export async function coreCRDsOf(folder = ""): Promise<readonly CustomResourceDefinition[]> {
  if (folder === "") return coreCRDs;
  const manifests = await loadManifests(folder);
  const crds = manifests.filter(({ kind }) => kind === "CustomResourceDefinition") as CustomResourceDefinition[];
  if (crds.length === 0) throw new ManifestError(`${folder}: holds no CustomResourceDefinition`);
  return crds.map((crd) => ({ ...crd, spec: { ...crd.spec, conversion: { strategy: "None" } } }));
}
