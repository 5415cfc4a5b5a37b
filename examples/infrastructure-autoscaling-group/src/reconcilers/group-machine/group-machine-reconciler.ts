import { InfraMachineReconciler, outcome } from "@capstan/provider";
import { GroupMachine } from "../../api/group-machine.ts";
import { type OpenGroups, openGroups } from "../../cloud/group-client.ts";
import { instanceProviderID } from "../../cloud/names.ts";

/** How soon to reconcile a starting machine again, in milliseconds. */
const startingMs = 1_000;

/** The group creates machines. This reconciler reports a machine, and removes it when its Machine is deleted. */
export class GroupMachineReconciler extends InfraMachineReconciler<typeof GroupMachine> {
  readonly definition = GroupMachine;
  readonly #open: OpenGroups;

  constructor(open = openGroups) {
    super();
    this.#open = open;
  }

  async reconcileMachine({ object }: this["Scope"], signal: AbortSignal) {
    const { cloudURL, group: name, instance: id } = object.spec;
    const group = await this.#open(cloudURL, signal).get(name);
    const instance = group?.instances.find((present) => present.id === id);
    // Its pool deletes its Machine.
    if (instance === undefined) return outcome.pending("InstanceGone", { message: `The cloud has no machine ${id}` });
    if (instance.state === "starting") return outcome.pending("InstanceStarting", { retryAfterMs: startingMs });
    return outcome.provisioned({ providerID: instanceProviderID(name, id) });
  }

  async deleteMachine({ object }: this["DeletionScope"], signal: AbortSignal) {
    const { cloudURL, group, instance } = object.spec;
    await this.#open(cloudURL, signal).removeInstance(group, instance);
    return outcome.deleted();
  }
}
