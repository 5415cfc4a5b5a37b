import type { CustomResourceDefinition, CustomResourceDefinitionVersion } from "@capstan/contract";

/**
 * The storage version of a CRD; every CRD on a server has one.
 *
 * @example
 * ```ts
 * import { coreCRDs } from "@capstan/contract";
 * import { storageVersionOf } from "@capstan/runtime";
 *
 * for (const crd of coreCRDs) console.log(crd.metadata.name, storageVersionOf(crd)?.name);
 * ```
 */
export function storageVersionOf({ spec }: CustomResourceDefinition): CustomResourceDefinitionVersion | undefined {
  return spec.versions.find(({ storage }) => storage);
}

/** The versions, other than the storage version, in which objects of an installed CRD may still be stored. */
export function earlierStoredVersions({ spec, status }: CustomResourceDefinition): readonly string[] {
  const isStorage = (version: string): boolean =>
    spec.versions.some(({ name, storage }) => storage && name === version);
  return (status?.storedVersions ?? []).filter((version) => !isStorage(version));
}
