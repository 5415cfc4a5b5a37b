import { metadataRules } from "./metadata-rules.ts";
import { type ArtifactFile, type ArtifactsCheckOptions, type Release, releaseOf } from "./release.ts";
import { templateRules } from "./template-rules.ts";
import { releaseRules } from "./release-rules.ts";
import { readableFiles } from "./readable-files.ts";
import { type Rule, type RuleViolation } from "../rule/rule.ts";

/** The rules about a release. */
export const artifactRules: readonly Rule<Release>[] = [
  ...metadataRules,
  ...releaseRules,
  ...templateRules,
  readableFiles,
];

/**
 * Checks the files of a release for clusterctl: metadata.yaml, names, cluster templates, ClusterClasses. Use `checkComponents` for the
 * content of the components file.
 */
export function checkArtifacts(
  files: readonly ArtifactFile[],
  options: ArtifactsCheckOptions = {},
): readonly RuleViolation[] {
  const release = releaseOf(files, options);
  return artifactRules.flatMap((rule) => rule.check(release));
}

/** Checks files outside releases: whether they can be read, and the content of cluster templates and ClusterClasses, by their names. */
export function checkTemplates(files: readonly ArtifactFile[]): readonly RuleViolation[] {
  const templates = releaseOf(files.filter(isNamedAsTemplate), {});
  return [...readableFiles.check(releaseOf(files, {})), ...templateRules.flatMap((rule) => rule.check(templates))];
}

/** Whether clusterctl finds the file as a cluster template or ClusterClass. */
export function isNamedAsTemplate({ path }: Pick<ArtifactFile, "path">): boolean {
  return /(^|\/)(cluster-template|clusterclass-)[^/]*\.yaml$/.test(path);
}
