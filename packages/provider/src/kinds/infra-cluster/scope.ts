import type { ClusterScope, ProviderScope } from "../../scope/scope.ts";

/** The argument of `reconcileCluster`. */
export interface InfraClusterScope<D> extends ProviderScope<D>, ClusterScope {}
