import type { CustomResourceDefinition } from "@capstan/contract";

/** The CRD of a Cluster API before v1.11, with v1beta1 as its only version. */
export function ofOldRelease(crd: CustomResourceDefinition): CustomResourceDefinition {
  const versions = crd.spec.versions
    .filter(({ name }) => name === "v1beta1")
    .map((version) => ({ ...version, storage: true }));
  return { ...crd, spec: { ...crd.spec, versions } };
}
