import { metadataRules } from "./metadata-rules.ts";
import { type ArtifactFile, type ArtifactsCheckOptions, type Release, releaseOf } from "./release.ts";
import { releaseRules } from "./release-rules.ts";
import { type Rule, type RuleViolation } from "../rule/rule.ts";

/** The rules about a release. */
export const artifactRules: readonly Rule<Release>[] = [...metadataRules, ...releaseRules];

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
