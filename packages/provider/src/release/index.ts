// Write a release, as clusterctl reads it
export { releaseFiles, releaseImage, releaseOf, yamlOf } from "./release-files.ts";
export type { ReleaseFile, ReleaseOptions, ReleaseParts } from "./release-files.ts";
export { ReleaseError } from "./release-error.ts";

// Make parts of one
export { releasedProvider } from "./released-provider.ts";
export type { ReleasedProvider } from "./released-provider.ts";
export { componentsOf } from "./components.ts";
export { readManifests } from "./read-manifests.ts";
export { mergedObjects, type ReleaseObject } from "./merged-objects.ts";
export { crdsOf, webhookNames } from "./webhooks.ts";
export { clusterRole, leaderElectionRole, rolesOf } from "./roles.ts";
export type { RoleObject } from "./roles.ts";
export { metadataOf } from "./metadata.ts";
export type { ReleaseMetadata } from "./metadata.ts";

// Install a manager that serves other kinds
export { managerComponents } from "./manager-components.ts";
export type { ManagerNames } from "./manager-names.ts";
export type { ReleasedManager } from "./released-manager.ts";
