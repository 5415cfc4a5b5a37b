import type { Machine } from "@capstan/contract";
import type { Manager, Source } from "@capstan/runtime";
import { bootstrapConfigBehavior } from "./behavior.ts";
import type { ProviderDefinition } from "../../definition/definition.ts";
import { DefinitionError } from "../../definition/definition-error.ts";
import { Lifecycle, type ProviderLifecycle } from "../../lifecycle/lifecycle.ts";
import { type AuthorCondition, commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";
import type { SettableStatusOf } from "../../outcome/settable-status.ts";
import type { DeletionScope } from "../../scope/scope.ts";
import { owningClusterSource } from "../../related/cluster-source.ts";
import { machinePoolSource, objectsOfPools } from "../../related/machine-pool-source.ts";
import { machineSource, objectsOfMachines } from "../../related/machine-source.ts";
import type { ReferenceOf } from "../../related/referred-request.ts";
import { ProviderReconciler } from "../../reconciler/provider-reconciler.ts";
import { type BootstrapOutcome, type BootstrapOutcomes, bootstrapOutcomes } from "./outcome.ts";
import type { BootstrapConfigScope, PoolBootstrapScope } from "./scope.ts";
import type { BootstrapRefresh, PoolBootstrapRefresh } from "./refresh.ts";

/**
 * Base class of bootstrap providers. The author provides what a machine boots with; the class waits for the prerequisites, stores
 * the data once in the Secret that the Machine reads, and reports it.
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
  /** What the methods return: the outcomes of this kind, typed by its definition. */
  readonly outcome: BootstrapOutcomes<SettableStatusOf<D>> = { ...commonOutcomes, ...bootstrapOutcomes };
  /** The type of the first argument of `reconcileBootstrap`: `this["Scope"]`. */
  declare readonly Scope: BootstrapConfigScope<D>;
  /** The type of the first argument of `reconcilePoolBootstrap`: `this["PoolScope"]`. */
  declare readonly PoolScope: PoolBootstrapScope<D>;
  /** The type of the first argument of `deleteBootstrap`: `this["DeletionScope"]`. */
  declare readonly DeletionScope: DeletionScope<BootstrapConfigScope<D>>;

  /**
   * Called once the cluster's infrastructure is there and until data is returned; never while paused, and never if the
   * Machine brings a data Secret of its own.
   */
  abstract reconcileBootstrap(
    scope: this["Scope"],
    signal: AbortSignal,
  ): Promise<BootstrapOutcome<SettableStatusOf<D>>> | BootstrapOutcome<SettableStatusOf<D>>;

  /**
   * As `reconcileBootstrap`, for a config that belongs to a MachinePool: what every machine of the pool boots with, now and
   * later. Only with `machinePools` in the definition, which demands it (rule BC-024).
   */
  reconcilePoolBootstrap?(
    scope: this["PoolScope"],
    signal: AbortSignal,
  ): Promise<BootstrapOutcome<SettableStatusOf<D>>> | BootstrapOutcome<SettableStatusOf<D>>;

  /**
   * Called on reconciles after the data Secret of a MachinePool exists, as long as the pool does: machines may be added at any
   * time, and what they boot with must be good then (a token). Default: nothing.
   *
   * @param data - what is stored; undefined if the Secret is gone, or brought by the user.
   * @returns when to be called again, or a data outcome: it replaces what is stored. Conditions and status of it are not written.
   */
  refreshPoolBootstrap?(
    scope: this["PoolScope"],
    data: string | undefined,
    signal: AbortSignal,
  ): PoolBootstrapRefresh | Promise<PoolBootstrapRefresh>;

  /**
   * Called when returned data could not be stored and retrying will not help: the API server refuses the Secret, or another object
   * has its name. Release here what is held for this machine only (a lock), so that others do not wait for it. The config is asked
   * for data again; safe to repeat. Default: nothing.
   */
  dataRefused?(scope: this["Scope"], signal: AbortSignal): void | Promise<void>;

  /**
   * Conditions that go with data that is stored. They are reported again with each change of the config, so that they are of its last
   * generation, and where a process ended before it could report them. Default: none.
   */
  conditionsOfStoredData?(): readonly AuthorCondition[];

  /**
   * Called on reconciles after the data Secret exists while the Machine has no `status.nodeRef`, for what must be kept
   * alive until the machine has joined (a token). Leads to no status write. Default: nothing.
   *
   * @returns when to be called again; undefined: on the next change.
   */
  refreshBootstrap?(scope: this["Scope"], signal: AbortSignal): BootstrapRefresh | Promise<BootstrapRefresh>;

  /**
   * Removes what the provider made outside the management cluster. Having it makes the objects carry a finalizer. Called until it
   * returns `outcome.deleted()`, every 10 s unless `retryAfterMs` says otherwise; for the config of a MachinePool without a
   * `machine`. Default: nothing to remove; the data Secret is garbage-collected through its owner reference.
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
    ];
  }

  protected override lifecycle(manager: Manager): ProviderLifecycle {
    if (this.definition.owners.includes("MachinePool") !== (this.reconcilePoolBootstrap !== undefined)) {
      throw new DefinitionError(
        `${this.definition.kind.kind}: machinePools in the definition and reconcilePoolBootstrap in the reconciler must be used together; ` +
          "set both or neither (BC-024).",
      );
    }
    return new Lifecycle(manager, this.definition, bootstrapConfigBehavior(this));
  }
}
