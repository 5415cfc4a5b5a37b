export { areOwnCRDs, coreCRDs } from "./core-crds.ts";
export { crdsWithoutRules } from "./crds-without-rules.ts";
export { flowServers, type ServerName } from "./flow-servers.ts";
export { grantClusterRole } from "./grant-cluster-role.ts";
