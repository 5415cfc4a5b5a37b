import { componentsName } from "@capstan/contract";
import type { RuntimeExtension } from "@capstan/runtime-extension";
import {
  extensionComponents,
  extensionRelease,
  type ExtensionReleaseOptions,
} from "@capstan/runtime-extension/release";
import { metadataOf, ReleaseError, type ReleaseFile, yamlOf } from "@capstan/provider/release";
import { type GenerateDetails, imageOf, type Subject } from "./generated-files.ts";

/** Inputs of the files of a runtime extension. */
interface ExtensionDetails
  extends Pick<GenerateDetails, "image" | "earlierMetadata">, Omit<ExtensionReleaseOptions, "image" | "extension"> {}

/**
 * The files of one subject for a runtime extension.
 *
 * @throws ReleaseError an input is missing, or an extension has no such file.
 */
export function extensionFiles(
  subject: Subject,
  extension: RuntimeExtension,
  details: ExtensionDetails,
): ReleaseFile[] {
  const { version, earlierMetadata } = details;
  const options = (): ExtensionReleaseOptions => ({ ...details, extension, image: imageOf({ image: details.image }) });
  switch (subject) {
    case "release":
      return extensionRelease(options());
    case "components":
      return [{ path: componentsName("runtime-extension"), text: yamlOf(extensionComponents(options())) }];
    case "rbac": {
      const image = details.image ?? "unused:v0.0.0";
      const isRole = ({ kind }: { readonly kind: string }): boolean => kind === "Role" || kind === "ClusterRole";
      const roles = extensionComponents({ ...details, extension, image }).filter(isRole);
      return [{ path: "rbac.yaml", text: yamlOf(roles) }];
    }
    case "metadata":
      return [{ path: "metadata.yaml", text: yamlOf([metadataOf(version, "v1beta2", earlierMetadata)]) }];
    case "crds":
      throw new ReleaseError("A runtime extension has no CRDs; generate rbac, components, metadata or release.");
  }
}
