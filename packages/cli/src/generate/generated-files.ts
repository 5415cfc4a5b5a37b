import { dump } from "js-yaml";
import { componentsOf } from "./components.ts";
import { crdsOf } from "./conversion.ts";
import { metadataOf } from "./metadata.ts";
import { GenerateError } from "./provider-definition.ts";
import type { Provider } from "./provider.ts";
import { rolesOf } from "./roles.ts";

/** What can be generated. */
export const subjects = ["crds", "rbac", "components", "metadata"] as const;
export type Subject = (typeof subjects)[number];

/** A file to be written, its path below the output folder. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** What some of the files need in addition to the provider. */
export interface GenerateDetails {
  /** Image of the manager, for the components. */
  readonly image?: string | undefined;
  /** `v1.2.3`, for metadata.yaml. */
  readonly release?: string | undefined;
  /** The metadata.yaml of the release before, parsed. */
  readonly earlierMetadata?: unknown;
}

/**
 * The files of one subject.
 *
 * @throws GenerateError something is missing for it.
 */
export function generatedFiles(subject: Subject, provider: Provider, details: GenerateDetails): GeneratedFile[] {
  switch (subject) {
    case "crds":
      return crdsOf(provider).map((crd) => ({
        path: `crds/${crd.spec.group}_${crd.spec.names.plural}.yaml`,
        text: yaml([crd]),
      }));
    case "rbac":
      return [{ path: "rbac.yaml", text: yaml(rolesOf(provider)) }];
    case "components": {
      if (details.image === undefined) {
        throw new GenerateError(
          "The image of the manager is required; pass --image registry.example.com/foo:v1.2.3 (PC-011).",
        );
      }
      const text = yaml(componentsOf(provider, details.image));
      return [{ path: `${provider.type}-components.yaml`, text }];
    }
    case "metadata": {
      const metadata = metadataOf(details.release ?? "", provider.contract, details.earlierMetadata);
      return [{ path: "metadata.yaml", text: yaml([metadata]) }];
    }
  }
}

function yaml(documents: readonly unknown[]): string {
  return documents.map((document) => dump(document, { noRefs: true, lineWidth: -1 })).join("---\n");
}
