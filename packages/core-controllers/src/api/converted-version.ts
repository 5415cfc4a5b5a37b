import { type ConvertedVersion, convertedVersionsOf, coreCRDs } from "@capstan/contract";

/** The version in which the core's kinds are stored. */
export const hub = "v1beta2";

let known: ReadonlyMap<string, readonly ConvertedVersion[]> | undefined;

/** A version of one of the core's kinds, with the schemas of its CRD; `undefined` if the kind has no such version. */
export function convertedVersion(kind: string, name: string): ConvertedVersion | undefined {
  known ??= new Map(coreCRDs.map((crd) => [crd.spec.names.kind, convertedVersionsOf(crd)]));
  return known.get(kind)?.find((version) => version.name === name);
}
