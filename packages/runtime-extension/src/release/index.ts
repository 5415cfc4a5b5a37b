// Write the release of an extension, as clusterctl reads it
export { extensionRelease, extensionComponents } from "./extension-release.ts";
export type { ExtensionReleaseOptions } from "./extension-release.ts";
