import type { CustomResourceDefinition } from "@capstan/contract";

/** The CRD as a Cluster API before v1.11 installs it: v1beta1 is all there is. */
export function ofOldRelease(crd: CustomResourceDefinition): CustomResourceDefinition {
  const versions = crd.spec.versions
    .filter(({ name }) => name === "v1beta1")
    .map((version) => ({ ...version, storage: true }));
  return { ...crd, spec: { ...crd.spec, versions } };
}
