import { channelSource, type Manager, requestFor, type Source } from "@capstan/runtime";
import { Lifecycle, type ProviderLifecycle } from "../../lifecycle/lifecycle.ts";
import { plainKind } from "../../lifecycle/plain-kind.ts";
import { commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";
import { ProviderReconciler } from "../../reconciler/provider-reconciler.ts";
import type { AddonDefinition } from "./addon-definition.ts";
import { addonBehavior } from "./behavior.ts";
import { addonOutcomes, type AddonOutcome, type AddonOutcomes, installedViolations } from "./outcome.ts";
import type { AddonScope } from "./scope.ts";
import { selectedClusterSource } from "./selection.ts";

/**
 * Base class for add-on providers, which install something in the workload clusters of selected Clusters. You install it in one cluster and
 * remove it from one; the class finds the Clusters by label, waits for their control planes, calls you for each, and reports the results
 * together: an entry per Cluster in `status.clusters`, and the condition Ready. A cluster that is unavailable, or for which your code
 * throws, does not delay the others, and is tried again.
 *
 * @example
 * ```ts
 * import { AddonReconciler, ConfigMap, defineAddon, Type } from "@capstan/provider";
 *
 * const HelloAddon = defineAddon({
 *   kind: "HelloAddon",
 *   versions: { v1alpha1: { spec: Type.Object({ greeting: Type.String() }) } },
 * });
 *
 * class HelloAddonReconciler extends AddonReconciler<typeof HelloAddon> {
 *   readonly definition = HelloAddon;
 *
 *   async reconcileAddon({ object, workload }: this["Scope"], signal: AbortSignal) {
 *     const { client } = await workload();
 *     const key = { name: "greeting", namespace: "default" };
 *     const body = { apiVersion: "v1", kind: "ConfigMap", metadata: key, data: { text: object.spec.greeting } };
 *     await client.patch(ConfigMap, key, { type: "apply", fieldManager: "hello", force: true, body }, { signal });
 *     return this.outcome.installed();
 *   }
 * }
 *
 * console.log(new HelloAddonReconciler().definition.kind.plural); // helloaddons
 * ```
 */
export abstract class AddonReconciler<D extends AddonDefinition> extends ProviderReconciler<D> {
  /** The outcomes that your methods return. Each is about one Cluster. */
  readonly outcome: AddonOutcomes = { ...commonOutcomes, ...addonOutcomes };
  /** The type of the first argument of `reconcileAddon` and `deleteAddon`: `this["Scope"]`. */
  declare readonly Scope: AddonScope<D>;

  /**
   * How long a call for one Cluster may take, in milliseconds, until its signal is aborted. Set it to less than the reconcile timeout.
   * Default: 30,000.
   */
  readonly clusterTimeoutMs?: number;

  /**
   * Installs the add-on in one selected Cluster whose control plane is initialized. Called for all Clusters of an object on each change of
   * the object, of one of the Clusters, and of objects that `sources` watch; not while the object or the Cluster is paused. Must be safe to
   * repeat: after a crash, and because of changes of other Clusters. `scope.revision` says what is installed already, as far as known.
   *
   * An error that you do not catch is reported for the Cluster, and retried with back-off.
   */
  abstract reconcileAddon(scope: this["Scope"], signal: AbortSignal): Promise<AddonOutcome> | AddonOutcome;

  /**
   * Removes the add-on from one Cluster: when it is no longer selected, and when the object is deleted, until it returns
   * `outcome.deleted()`. Not called for a Cluster that is being deleted, because its workload cluster is deleted with everything in it. Must
   * be safe to repeat, also if nothing was installed. Default: workload clusters keep what was installed, and objects have no finalizer.
   */
  deleteAddon?(scope: this["Scope"], signal: AbortSignal): Promise<DeletionOutcome> | DeletionOutcome;

  readonly #reachable = channelSource();

  protected override ownerSources({ cache }: Manager): readonly Source[] {
    return [selectedClusterSource(cache, this.definition), this.#reachable];
  }

  protected override lifecycle(manager: Manager): ProviderLifecycle {
    const { kind, uses, finalizer } = this.definition;
    const managed = plainKind({
      kind,
      uses,
      finalizer,
      success: "installed",
      violationsOf: installedViolations,
      validate: (object) => this.definition.validate(object),
    });
    const behavior = addonBehavior<D>(this, managed, ({ object }) => {
      this.#reachable.push(requestFor(object));
    });
    return new Lifecycle(manager, managed, behavior);
  }
}
