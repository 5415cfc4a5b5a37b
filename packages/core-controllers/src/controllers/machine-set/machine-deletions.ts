import { type DeepReadonly, labels, labelValue, Machine, type MachineSet } from "@capstan/contract";
import { labelSelectorText } from "@capstan/kube";
import { type Client, type EventRecorder, requestKey } from "@capstan/runtime";
import { deleteIfThere } from "../../kit/delete-if-there.ts";
import { recordObjects } from "../../replicas/object-events.ts";
import { mostAtATime } from "./turns.ts";
import { type SetCluster, type SetMachine } from "./reads.ts";

/** Deletes Machines of MachineSets. */
export class MachineDeletions {
  readonly #client: Client;
  readonly #recorder: EventRecorder;
  /** The sets for which deletecollection was already sent. */
  readonly #collected = new Set<string>();

  constructor({ client, recorder }: { readonly client: Client; readonly recorder: EventRecorder }) {
    this.#client = client;
    this.#recorder = recorder;
  }

  /** Deletes the first of these Machines. @returns whether the rest is left for another turn. */
  async delete(set: DeepReadonly<MachineSet>, machines: readonly SetMachine[], signal: AbortSignal): Promise<boolean> {
    const first = machines.slice(0, mostAtATime);
    await Promise.all(first.map((object) => deleteIfThere(this.#client, { kind: Machine, object }, signal)));
    recordObjects(this.#recorder, set, "SuccessfulDelete", first);
    return first.length < machines.length;
  }

  /**
   * Deletes all Machines of a set that is being deleted. If the Cluster is being deleted too, it deletes them by their labels, because
   * every Machine with these labels must be deleted; otherwise one by one, because labels may match a Machine that the set does not
   * control. Machines that lack the labels, or whose request fails, are deleted one by one as well.
   *
   * @returns whether some are left for another turn.
   */
  async deleteAll(
    set: DeepReadonly<MachineSet>,
    machines: readonly SetMachine[],
    cluster: SetCluster | undefined,
    signal: AbortSignal,
  ): Promise<boolean> {
    const key = requestKey(set.metadata);
    const goesWhole = machines.length > 1 && cluster?.metadata.deletionTimestamp !== undefined;
    if (!goesWhole || this.#collected.has(key)) return this.delete(set, machines, signal);
    const { namespace } = set.metadata;
    const labelSelector = labelSelectorText({
      matchLabels: {
        [labels.clusterName]: set.spec.clusterName,
        [labels.machineSetName]: labelValue(set.metadata.name),
      },
    });
    // Tried once. After a failure, such as missing permission to delete collections, the Machines are deleted one by one.
    this.#collected.add(key);
    await this.#client.deleteCollection(Machine, {
      labelSelector,
      signal,
      namespace,
    });
    recordObjects(this.#recorder, set, "SuccessfulDelete", machines);
    return false;
  }

  /** Forgets a deleted set. */
  forget(key: string): void {
    this.#collected.delete(key);
  }
}
