export { areOwnCRDs, coreCRDs, crdsWithoutRules } from "./core-crds.ts";
export { flowServers, type ServerName } from "./flow-servers.ts";
export { grantClusterRole } from "./grant-cluster-role.ts";
export { ofOldRelease } from "./old-release.ts";
export { serverWithCRDs } from "./server-with-crds.ts";
