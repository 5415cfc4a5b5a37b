import type { Cluster, DeepReadonly, NodeArchitecture } from "@capstan/contract";
import type { ObjectOf, ProviderDefinition, TemplateOf } from "../../definition/definition.ts";
import type { ProviderScope, StoredObjectOf } from "../../scope/scope.ts";

/** What a machine of a Template has. */
export interface TemplateCapacity {
  /**
   * Amounts by name of resource, as Kubernetes quantities: `{ cpu: 2, memory: "4Gi" }`. The autoscaler requires `cpu` and `memory`; others
   * are optional, such as `ephemeral-storage` and `nvidia.com/gpu`.
   */
  readonly capacity: Readonly<Record<string, number | string>>;
  /** Architecture and operating system of the Node. Default: not reported; the autoscaler then assumes amd64 and linux. */
  readonly nodeInfo?:
    { readonly architecture?: NodeArchitecture | undefined; readonly operatingSystem?: string | undefined } | undefined;
}

/** The argument of `templateCapacity`. */
export interface MachineTemplateScope<
  D,
  C extends ProviderDefinition<"InfraCluster"> = ProviderDefinition<"InfraCluster">,
> extends Omit<ProviderScope<D>, "object" | "workload"> {
  /** The Template from the cache. Do not change it. */
  readonly template: DeepReadonly<TemplateOf<D>>;
  /** The spec of the machines made from the Template. */
  readonly spec: DeepReadonly<ObjectOf<D>>["spec"];
  /** The Cluster that the Template belongs to; undefined for a Template of a ClusterClass. */
  readonly cluster: DeepReadonly<Cluster> | undefined;
  /** The InfraCluster of that Cluster, if the reconciler has an `infraCluster` definition. */
  readonly infraCluster: StoredObjectOf<C> | undefined;
}

/** The part of the author's reconciler that concerns Templates. */
export interface TemplateAuthor<D extends ProviderDefinition, C extends ProviderDefinition<"InfraCluster">> {
  readonly definition: D;
  readonly infraCluster?: C;
  readonly reconcileTimeoutMs?: number;
  templateCapacity?(
    scope: MachineTemplateScope<D, C>,
    signal: AbortSignal,
  ): Promise<TemplateCapacity | undefined> | TemplateCapacity | undefined;
}
