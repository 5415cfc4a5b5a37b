import type { Machine } from "@capstan/contract";
import type { Manager, Source } from "@capstan/runtime";
import { bootstrapConfigBehavior } from "./behavior.ts";
import type { ProviderDefinition } from "../../definition/definition.ts";
import { DefinitionError } from "../../definition/definition-error.ts";
import { contractKind } from "../../lifecycle/contract-kind.ts";
import { Lifecycle, type ProviderLifecycle } from "../../lifecycle/lifecycle.ts";
import { type AuthorCondition, commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";
import type { SettableStatusOf } from "../../outcome/settable-status.ts";
import type { DeletionScope } from "../../scope/scope.ts";
import { controlledSecretSource } from "../../related/controlled-secret-source.ts";
import { owningClusterSource } from "../../related/cluster-source.ts";
import { machinePoolSource, objectsOfPools } from "../../related/machine-pool-source.ts";
import { machineSource, objectsOfMachines } from "../../related/machine-source.ts";
import type { ReferenceOf } from "../../related/referred-request.ts";
import { ProviderReconciler } from "../../reconciler/provider-reconciler.ts";
import { type BootstrapOutcome, type BootstrapOutcomes, bootstrapOutcomes } from "./outcome.ts";
import type { BootstrapConfigScope, PoolBootstrapScope } from "./scope.ts";
import type { BootstrapRefresh, PoolBootstrapRefresh } from "./refresh.ts";

/**
 * Base class of bootstrap providers. You return the data that a machine boots with; the class waits for the prerequisites, stores the data
 * once in the Secret that the Machine reads, and reports it.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/bootstrap-config
 *
 * @example
 * ```ts
 * import { BootstrapConfigReconciler, defineBootstrapConfig, Type } from "@capstan/provider";
 *
 * const ShellConfig = defineBootstrapConfig({
 *   kind: "ShellConfig",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({ commands: Type.Array(Type.String()) }) } },
 * });
 *
 * export class ShellConfigReconciler extends BootstrapConfigReconciler<typeof ShellConfig> {
 *   readonly definition = ShellConfig;
 *
 *   reconcileBootstrap({ object, machine }: this["Scope"]) {
 *     const lines = [`hostname ${machine.metadata.name}`, ...object.spec.commands];
 *     return this.outcome.data(`#!/bin/sh\n${lines.join("\n")}\n`);
 *   }
 * }
 * ```
 */
export abstract class BootstrapConfigReconciler<
  D extends ProviderDefinition<"BootstrapConfig">,
> extends ProviderReconciler<D> {
  /** The outcomes that your methods return, typed by the definition. */
  readonly outcome: BootstrapOutcomes<SettableStatusOf<D>> = { ...commonOutcomes, ...bootstrapOutcomes };
  /** The type of the first argument of `reconcileBootstrap`: `this["Scope"]`. */
  declare readonly Scope: BootstrapConfigScope<D>;
  /** The type of the first argument of `reconcilePoolBootstrap`: `this["PoolScope"]`. */
  declare readonly PoolScope: PoolBootstrapScope<D>;
  /** The type of the first argument of `deleteBootstrap`: `this["DeletionScope"]`. */
  declare readonly DeletionScope: DeletionScope<BootstrapConfigScope<D>>;

  /**
   * Called once the Cluster's infrastructure is ready, until you return data. Not called while the object is paused, or if the Machine
   * names a data Secret of its own.
   */
  abstract reconcileBootstrap(
    scope: this["Scope"],
    signal: AbortSignal,
  ): Promise<BootstrapOutcome<SettableStatusOf<D>>> | BootstrapOutcome<SettableStatusOf<D>>;

  /**
   * Does the same as `reconcileBootstrap` for a config of a MachinePool, and returns the data that every machine of the pool boots with,
   * now and later. Requires `machinePools` in the definition, which in turn requires this method (rule BC-024).
   */
  reconcilePoolBootstrap?(
    scope: this["PoolScope"],
    signal: AbortSignal,
  ): Promise<BootstrapOutcome<SettableStatusOf<D>>> | BootstrapOutcome<SettableStatusOf<D>>;

  /**
   * Called on reconciles after the data Secret of a MachinePool exists, as long as the pool exists. Machines may be added at any time, and
   * their data must be valid then (a token). Default: does nothing.
   *
   * @param data - the stored data; undefined if the Secret is deleted, or if the user brought it.
   * @returns the delay before the next call, or a data outcome, which replaces the stored data. Conditions and status of that outcome are
   *   not written.
   */
  refreshPoolBootstrap?(
    scope: this["PoolScope"],
    data: string | undefined,
    signal: AbortSignal,
  ): PoolBootstrapRefresh | Promise<PoolBootstrapRefresh>;

  /**
   * Called when the returned data cannot be stored and a retry will not help, because the API server refuses the Secret, or another object
   * has its name. Release resources here that are held for this machine only (a lock), so that others do not wait for them. The SDK calls
   * `reconcileBootstrap` again. Must be safe to repeat. Default: does nothing.
   */
  dataRefused?(scope: this["Scope"], signal: AbortSignal): void | Promise<void>;

  /**
   * Returns the conditions of stored data. The SDK reports them with each change of the config, so that they have the latest observed
   * generation, and if a process ended before it could report them. Default: no conditions.
   */
  conditionsOfStoredData?(): readonly AuthorCondition[];

  /**
   * Called on reconciles after the data Secret exists while the Machine has no `status.nodeRef`, to keep alive what the machine needs to
   * join (a token). Writes no status. Default: does nothing.
   *
   * @returns the delay before the next call; undefined: called on the next change.
   */
  refreshBootstrap?(scope: this["Scope"], signal: AbortSignal): BootstrapRefresh | Promise<BootstrapRefresh>;

  /**
   * Removes resources that the provider created outside the management cluster. If you implement it, objects get a finalizer. Called until
   * it returns `outcome.deleted()`, every 10 s or after `retryAfterMs`; for the config of a MachinePool without a `machine`. Default: does
   * nothing; the garbage collector deletes the data Secret through its owner reference.
   */
  deleteBootstrap?(
    scope: this["DeletionScope"],
    signal: AbortSignal,
  ): Promise<DeletionOutcome<SettableStatusOf<D>>> | DeletionOutcome<SettableStatusOf<D>>;

  protected override ownerSources(manager: Manager): readonly Source[] {
    const { kind, owners } = this.definition;
    const servesPools = owners.includes("MachinePool");
    const ofMachine: ReferenceOf<Machine> = ({ spec }) => spec.bootstrap.configRef;
    return [
      machineSource(kind, ofMachine),
      ...(servesPools ? [machinePoolSource(kind, ({ spec }) => spec.template.spec.bootstrap.configRef)] : []),
      owningClusterSource(
        objectsOfMachines(manager.cache, kind, ofMachine),
        ...(servesPools ? [objectsOfPools(manager.cache, kind)] : []),
      ),
      controlledSecretSource(kind),
    ];
  }

  protected override lifecycle(manager: Manager): ProviderLifecycle {
    if (this.definition.owners.includes("MachinePool") !== (this.reconcilePoolBootstrap !== undefined)) {
      throw new DefinitionError(
        `${this.definition.kind.kind}: machinePools in the definition and reconcilePoolBootstrap in the reconciler must be used together; ` +
          "set both or neither (BC-024).",
      );
    }
    return new Lifecycle(manager, contractKind(this.definition), bootstrapConfigBehavior(this));
  }
}
