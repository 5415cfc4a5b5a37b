export { BothProviders, namespaces, type Provider, referenceAvailable } from "./both-providers.ts";
export { type GeneratedManifests, type GeneratedRole, generateManifests } from "./generated-manifests.ts";
export { startGoBootstrapManager } from "./go-bootstrap-manager.ts";
export { goCoreAvailable, GoManagementCluster } from "./go-management-cluster.ts";
export { type InstalledProvider, installProvider } from "./installed-provider.ts";
export {
  LegacyCluster,
  LegacyClusterReconciler,
  LegacyMachine,
  LegacyMachineReconciler,
} from "./legacy-infrastructure.ts";
export { MigratedCluster, MigratedMachine } from "./migrated-infrastructure.ts";
export { UpgradedCluster, UpgradedMachine } from "./upgraded-infrastructure.ts";
export { openMockCloud, type ProviderName, referenceProvider, ReferenceProviders } from "./reference-providers.ts";
export { byResource, shownPerMachine, writesPerMachine } from "../audit/writes.ts";
