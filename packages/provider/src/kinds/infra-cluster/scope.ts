import type { ClusterScope, ProviderScope } from "../../scope/scope.ts";

/** What `reconcileCluster` gets. */
export interface InfraClusterScope<D> extends ProviderScope<D>, ClusterScope {}
