import type { ProviderDefinition } from "../../definition/definition.ts";
import type { ConfigOwners } from "./owners.ts";
import { type AuthorCondition, commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";
import type { BootstrapOutcome } from "./outcome.ts";
import { clusterScope, providerScope } from "../../scope/provider-scope.ts";
import { cachedSecret } from "../../secrets/cluster-secrets.ts";
import { dataSecretKey } from "./publish-data.ts";
import type { Visit } from "../../visit/visit.ts";
import type { BootstrapRefresh, PoolBootstrapRefresh } from "./refresh.ts";
import type { BootstrapConfigScope, PoolBootstrapScope } from "./scope.ts";
import type { DeletionScope } from "../../scope/scope.ts";

/** The methods of the author's reconciler. */
export interface BootstrapConfigAuthor<D extends ProviderDefinition<"BootstrapConfig">> {
  readonly definition: D;
  reconcileBootstrap(scope: BootstrapConfigScope<D>, signal: AbortSignal): Promise<BootstrapOutcome> | BootstrapOutcome;
  reconcilePoolBootstrap?(
    scope: PoolBootstrapScope<D>,
    signal: AbortSignal,
  ): Promise<BootstrapOutcome> | BootstrapOutcome;
  refreshPoolBootstrap?(
    scope: PoolBootstrapScope<D>,
    data: string | undefined,
    signal: AbortSignal,
  ): PoolBootstrapRefresh | Promise<PoolBootstrapRefresh>;
  conditionsOfStoredData?(): readonly AuthorCondition[];
  dataRefused?(scope: BootstrapConfigScope<D>, signal: AbortSignal): void | Promise<void>;
  refreshBootstrap?(scope: BootstrapConfigScope<D>, signal: AbortSignal): BootstrapRefresh | Promise<BootstrapRefresh>;
  deleteBootstrap?(
    scope: DeletionScope<BootstrapConfigScope<D>>,
    signal: AbortSignal,
  ): Promise<DeletionOutcome> | DeletionOutcome;
}

/** Author code as the behavior calls it: the owner of the config determines the method. */
export interface BootstrapAuthor {
  provide(visit: Visit<ConfigOwners>): Promise<BootstrapOutcome>;
  refresh(visit: Visit<ConfigOwners>): Promise<PoolBootstrapRefresh>;
  dataRefused(visit: Visit<ConfigOwners>): Promise<void>;
  /** The conditions for data that an earlier process stored and did not report. */
  conditionsOfStoredData(): readonly AuthorCondition[];
  remove(visit: Visit<Partial<ConfigOwners>>): Promise<DeletionOutcome>;
}

export function bootstrapAuthor<D extends ProviderDefinition<"BootstrapConfig">>(
  reconciler: BootstrapConfigAuthor<D>,
): BootstrapAuthor {
  const { definition } = reconciler;
  const sharedScope = (visit: Visit<ConfigOwners>) => ({
    ...providerScope(definition, visit),
    ...clusterScope(visit.owners.cluster),
  });
  return {
    async provide(visit) {
      const { owner } = visit.owners;
      if (owner.kind === "Machine") {
        return reconciler.reconcileBootstrap({ ...sharedScope(visit), machine: owner.machine }, visit.signal);
      }
      const scope = { ...sharedScope(visit), machinePool: owner.machinePool };
      // Without `reconcilePoolBootstrap`, owners are never pools.
      return (await reconciler.reconcilePoolBootstrap?.(scope, visit.signal)) ?? commonOutcomes.unchanged();
    },
    async refresh(visit) {
      const { owner } = visit.owners;
      if (owner.kind === "MachinePool") {
        const scope = { ...sharedScope(visit), machinePool: owner.machinePool };
        return reconciler.refreshPoolBootstrap?.(scope, await storedData(visit), visit.signal);
      }
      if (owner.machine.status?.nodeRef !== undefined) return undefined;
      return reconciler.refreshBootstrap?.({ ...sharedScope(visit), machine: owner.machine }, visit.signal);
    },
    async dataRefused(visit) {
      const { owner } = visit.owners;
      if (owner.kind !== "Machine") return;
      await reconciler.dataRefused?.({ ...sharedScope(visit), machine: owner.machine }, visit.signal);
    },
    conditionsOfStoredData: () => reconciler.conditionsOfStoredData?.() ?? [],
    async remove(visit) {
      const { cluster, owner } = visit.owners;
      const machine = owner?.kind === "Machine" ? owner.machine : undefined;
      const scope = { ...providerScope(definition, visit), cluster, machine };
      return (await reconciler.deleteBootstrap?.(scope, visit.signal)) ?? commonOutcomes.deleted();
    },
  };
}

/** The content of the config's data Secret, which is redacted from every report after this. */
async function storedData(visit: Visit<ConfigOwners>): Promise<string | undefined> {
  const secret = await cachedSecret(visit.manager.cache, dataSecretKey(visit.object), visit.signal);
  const value = secret?.data?.value;
  if (value === undefined) return undefined;
  const data = Buffer.from(value, "base64").toString("utf8");
  visit.secrets.add(data);
  return data;
}
