import { InfraMachineReconciler, outcome } from "@capstan/provider";
import { GroupMachine } from "../../api/group-machine.ts";
import { type OpenGroups, openGroups } from "../../cloud/group-client.ts";
import { instanceProviderID } from "../../cloud/names.ts";

/** How soon to look again at a machine that starts, in milliseconds. */
const startingMs = 1_000;

/** The group makes machines; here one is reported, and ended when its Machine is deleted. */
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
    // Its pool will have its Machine deleted.
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
