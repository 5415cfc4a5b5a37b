import { componentsName } from "@capstan/contract";
import {
  componentsOf,
  crdsOf,
  type ReleaseObject,
  metadataOf,
  type ReleasedProvider,
  type ReleaseFile,
  ReleaseError,
  rolesOf,
  yamlOf,
} from "@capstan/provider/release";

/** The subjects with one file, and `release`, which is all that clusterctl needs. */
export const subjects = ["crds", "rbac", "components", "metadata", "release"] as const;
export type Subject = (typeof subjects)[number];

/** Inputs of some files in addition to the provider. */
export interface GenerateDetails {
  /** Image of the manager, for the components. */
  readonly image?: string | undefined;
  /** `v1.2.3`, for metadata.yaml. */
  readonly release?: string | undefined;
  /** The metadata.yaml of the previous release, parsed. */
  readonly earlierMetadata?: unknown;
  /** The author's own objects, for the components. */
  readonly manifests?: readonly ReleaseObject[];
}

/**
 * The files of one subject.
 *
 * @throws ReleaseError an input is missing.
 */
export function generatedFiles(
  subject: Exclude<Subject, "release">,
  provider: ReleasedProvider,
  details: GenerateDetails,
): ReleaseFile[] {
  switch (subject) {
    case "crds":
      return crdsOf(provider).map((crd) => ({
        path: `crds/${crd.spec.group}_${crd.spec.names.plural}.yaml`,
        text: yamlOf([crd]),
      }));
    case "rbac":
      return [{ path: "rbac.yaml", text: yamlOf(rolesOf(provider)) }];
    case "components": {
      const text = yamlOf(componentsOf(provider, imageOf(details), details.manifests));
      return [{ path: componentsName(provider.type), text }];
    }
    case "metadata": {
      const metadata = metadataOf(details.release ?? "", provider.contract, details.earlierMetadata);
      return [{ path: "metadata.yaml", text: yamlOf([metadata]) }];
    }
  }
}

/** @throws ReleaseError the image is missing. */
export function imageOf({ image }: GenerateDetails): string {
  if (image !== undefined) return image;
  throw new ReleaseError(
    "The image of the manager is required; pass --image registry.example.com/foo:v1.2.3 (PC-011).",
  );
}
