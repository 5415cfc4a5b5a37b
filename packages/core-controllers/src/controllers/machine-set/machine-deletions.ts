import { type DeepReadonly, labels, Machine, type MachineSet } from "@capstan/contract";
import { labelSelectorText } from "@capstan/kube";
import { type Client, type EventRecorder, requestKey } from "@capstan/runtime";
import { deleteIfThere } from "../../kit/delete-if-there.ts";
import { labelValue } from "../../replicas/label-value.ts";
import { recordObjects } from "../../replicas/object-events.ts";
import { mostAtATime } from "./turns.ts";
import { type SetCluster, type SetMachine } from "./reads.ts";

/** Deletes Machines of MachineSets. */
export class MachineDeletions {
  readonly #client: Client;
  readonly #recorder: EventRecorder;
  /** The sets whose Machines were to be deleted by their labels already. */
  readonly #collected = new Set<string>();

  constructor({ client, recorder }: { readonly client: Client; readonly recorder: EventRecorder }) {
    this.#client = client;
    this.#recorder = recorder;
  }

  /** Deletes the first of these Machines. @returns whether there are others, which are for another turn. */
  async delete(set: DeepReadonly<MachineSet>, machines: readonly SetMachine[], signal: AbortSignal): Promise<boolean> {
    const first = machines.slice(0, mostAtATime);
    await Promise.all(first.map((object) => deleteIfThere(this.#client, { kind: Machine, object }, signal)));
    recordObjects(this.#recorder, set, "SuccessfulDelete", first);
    return first.length < machines.length;
  }

  /**
   * Deletes all Machines of a set that is being deleted: by their labels while the Cluster is being deleted too, since then every
   * Machine with these labels has to go, and one by one otherwise, since labels may match a Machine that the set does not control.
   * Machines that this does not reach, because they lack the labels or the request fails, are deleted one by one as well.
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
    // Tried once: after a failure, such as the missing right to delete collections, the Machines are deleted one by one.
    this.#collected.add(key);
    await this.#client.deleteCollection(Machine, {
      labelSelector,
      signal,
      ...(namespace === undefined ? {} : { namespace }),
    });
    recordObjects(this.#recorder, set, "SuccessfulDelete", machines);
    return false;
  }

  /** The set is gone. */
  forget(key: string): void {
    this.#collected.delete(key);
  }
}
