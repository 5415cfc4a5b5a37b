import { Machine } from "@capstan/contract";
import type { Manager, Source } from "@capstan/runtime";
import type { ProviderDefinition } from "../../definition/definition.ts";
import { infraMachineBehavior } from "./behavior.ts";
import { contractKind } from "../../lifecycle/contract-kind.ts";
import { Lifecycle, type ProviderLifecycle } from "../../lifecycle/lifecycle.ts";
import { commonOutcomes, type DeletionOutcome } from "../../outcome/outcome.ts";
import type { SettableStatusOf } from "../../outcome/settable-status.ts";
import type { DeletionScope } from "../../scope/scope.ts";
import { owningClusterSource } from "../../related/cluster-source.ts";
import { dataSecretSource } from "../../related/data-secret-source.ts";
import { machineSource, objectsOfMachines } from "../../related/machine-source.ts";
import type { ReferenceOf } from "../../related/referred-request.ts";
import { ProviderReconciler } from "../../reconciler/provider-reconciler.ts";
import { type InfraMachineOutcome, type InfraMachineOutcomes, infraMachineOutcomes } from "./outcome.ts";
import type { InfraMachineScope } from "./scope.ts";
import type { MachineTemplateScope, TemplateCapacity } from "./template-author.ts";
import { addTemplateController } from "./template-controller.ts";

/**
 * Base class for the machines of an infrastructure provider. You create and remove a machine; the class waits for the prerequisites,
 * manages the finalizer, and reports the result.
 *
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machine
 *
 * @example
 * ```ts
 * import { defineInfraMachine, InfraMachineReconciler, Type } from "@capstan/provider";
 * import { TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 *
 * class HelloMachineReconciler extends InfraMachineReconciler<typeof HelloMachine> {
 *   readonly definition = HelloMachine;
 *
 *   reconcileMachine({ object }: this["Scope"]) {
 *     return this.outcome.provisioned({ providerID: `hello://${object.metadata.name}` });
 *   }
 *
 *   deleteMachine() {
 *     return this.outcome.deleted();
 *   }
 * }
 *
 * test("a machine is reported by its providerID", async () => {
 *   await using env = await TestEnvironment.start({ reconcilers: [new HelloMachineReconciler()] });
 *   const machine = await env.createMachine({ name: "m1", infrastructure: HelloMachine, bootstrapData: "#cloud-config" });
 *   await env.settled();
 *   expect(await machine.get()).toMatchObject({ spec: { providerID: "hello://m1" } });
 * });
 * ```
 */
export abstract class InfraMachineReconciler<
  D extends ProviderDefinition<"InfraMachine">,
  C extends ProviderDefinition<"InfraCluster"> = ProviderDefinition<"InfraCluster">,
> extends ProviderReconciler<D> {
  /** The outcomes that your methods return, typed by the definition. */
  readonly outcome: InfraMachineOutcomes<SettableStatusOf<D>> = { ...commonOutcomes, ...infraMachineOutcomes };
  /** The type of the first argument of `reconcileMachine`: `this["Scope"]`. */
  declare readonly Scope: InfraMachineScope<D, C>;
  /** The type of the first argument of `deleteMachine`: `this["DeletionScope"]`. */
  declare readonly DeletionScope: DeletionScope<InfraMachineScope<D, C>>;
  /** The type of the first argument of `templateCapacity`: `this["TemplateScope"]`. */
  declare readonly TemplateScope: MachineTemplateScope<D, C>;

  /**
   * The definition of these machines' InfraCluster. If set, scopes have that object as `infraCluster`. Also pass its type as the second
   * type argument. Default: unset.
   */
  readonly infraCluster?: C;

  /**
   * Called once the bootstrap data and the Cluster's infrastructure are ready, and then on every change. Not called while the object is
   * paused. Must be safe to repeat: find the existing server by `spec.providerID` or by `uniqueName(object)`, and never create a second
   * server.
   */
  abstract reconcileMachine(
    scope: this["Scope"],
    signal: AbortSignal,
  ): Promise<InfraMachineOutcome<SettableStatusOf<D>>> | InfraMachineOutcome<SettableStatusOf<D>>;

  /**
   * Removes the machine. Called until it returns `outcome.deleted()`, every 10 s or after `retryAfterMs`. Must be safe to repeat, also if
   * the server was never created.
   */
  abstract deleteMachine(
    scope: this["DeletionScope"],
    signal: AbortSignal,
  ): Promise<DeletionOutcome<SettableStatusOf<D>>> | DeletionOutcome<SettableStatusOf<D>>;

  /**
   * Returns what a machine of a Template has, so that the cluster autoscaler can scale from zero. Required if the definition has the option
   * `templateCapacity`. Called when a Template is created or changes, and every `--sync-period`; not while the Template or its Cluster is
   * paused. The SDK writes the result into the status of the Template, and nothing if it is the same as before.
   *
   * A Template of a ClusterClass belongs to no Cluster. Throw to be called again with back-off; the Template gets a Warning Event.
   *
   * @returns at least `cpu` and `memory`, which the autoscaler requires; undefined if you do not know: the status stays unchanged.
   * @see Contract rules BT-010 and BT-011.
   */
  templateCapacity?(
    scope: this["TemplateScope"],
    signal: AbortSignal,
  ): Promise<TemplateCapacity | undefined> | TemplateCapacity | undefined;

  override setup(manager: Manager): void {
    super.setup(manager);
    addTemplateController(manager, this);
  }

  protected override ownerSources(manager: Manager): readonly Source[] {
    const { kind } = this.definition;
    const ofMachine: ReferenceOf<Machine> = ({ spec }) => spec.infrastructureRef;
    return [
      machineSource(kind, ofMachine),
      dataSecretSource(kind, {
        owner: Machine,
        dataSecretName: ({ spec }) => spec.bootstrap.dataSecretName,
        referenceOf: ofMachine,
      }),
      owningClusterSource(objectsOfMachines(manager.cache, kind, ofMachine)),
    ];
  }

  protected override lifecycle(manager: Manager): ProviderLifecycle {
    return new Lifecycle(manager, contractKind(this.definition), infraMachineBehavior(this));
  }
}
