import { providerTypes } from "@capstan/contract";
import type { Provider } from "./names.ts";
import { factsOf } from "./project-facts.ts";

/** The parts of the README that depend on the type of provider. */
export interface ReadmeStrings {
  /** The type as in clusterctl.yaml. */
  readonly clusterctlType: string;
  /** The folder in `src/` for the author's work. */
  readonly workFolder: string;
  readonly workFolderContent: string;
  readonly templatesRow: string;
  readonly firstStep: string;
}

/** @param file - prefix of file names. */
export function readmeStrings(provider: Provider, file: string): ReadmeStrings {
  const { workFolder, workFolderContent, firstStep, hasClusterTemplates } = factsOf(provider);
  return {
    clusterctlType: providerTypes[provider.type].clusterctlName,
    workFolder,
    workFolderContent,
    templatesRow: hasClusterTemplates ? "| `templates/` | clusters for `clusterctl generate cluster` |\n" : "",
    firstStep: firstStep.replaceAll("__prefixFile__", file),
  };
}
