import { type DeepReadonly, Machine, type MachineSet, metadataChanges } from "@capstan/contract";
import { type Client, isNotFound, patchChanges } from "@capstan/runtime";
import { type ReferenceTracker } from "../../references/reference-tracker.ts";
import { updatedMachine } from "./desired-machine.ts";
import { whole } from "../../kit/projection.ts";
import { type SetMachine } from "./reads.ts";

/** Options of {@link MachineSync}. */
export interface MachineSyncOptions {
  readonly client: Client;
  readonly machineReferences: ReferenceTracker<Machine>;
}

/**
 * Copies the fields that can be changed in place from a MachineSet to its Machines, and the Machines' labels and annotations to the objects
 * behind them. Sends at most one patch per object, and none if nothing changed.
 */
export class MachineSync {
  readonly #options: MachineSyncOptions;
  /** The version that each Machine was last compared with, so that checking thousands of unchanged Machines costs nothing. */
  readonly #compared = new WeakMap<SetMachine, string>();

  constructor(options: MachineSyncOptions) {
    this.#options = options;
  }

  async run(set: DeepReadonly<MachineSet>, machines: readonly SetMachine[], signal: AbortSignal): Promise<void> {
    const fingerprint = JSON.stringify([set.metadata.labels, set.spec.template]);
    for (const machine of machines) {
      if (this.#compared.get(machine) === fingerprint) continue;
      const written = await this.#update(machine, updatedMachine(machine, set), signal);
      this.#compared.set(machine, fingerprint);
      if (written !== undefined) this.#compared.set(written, fingerprint);
    }
  }

  async #update(before: SetMachine, after: Machine, signal: AbortSignal): Promise<SetMachine | undefined> {
    const { client } = this.#options;
    try {
      // The Machine is written last: as long as it differs, an interrupted pass is resumed.
      const metadata = metadataChanges(before.metadata, after.metadata);
      for (const reference of [after.spec.bootstrap.configRef, after.spec.infrastructureRef]) {
        if (reference === undefined || metadata === undefined) continue;
        const found = this.#options.machineReferences.resolve({ ...reference, path: "" }, before.metadata.namespace);
        if (found.state !== "found") continue;
        await client.patch(found.kind, found.object.metadata, { type: "merge", body: { metadata } }, { signal });
      }
      return (await patchChanges<Machine>(client, Machine, whole(before), after, { signal })).object;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return undefined;
    }
  }
}
