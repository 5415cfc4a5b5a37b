import { type DeepReadonly, Machine, type MachineSet, cloneTemplate } from "@capstan/contract";
import { isControlledBy, objectKeyText } from "@capstan/kube";
import { type Client, type EventRecorder, isAlreadyExists, type RandomText } from "@capstan/runtime";
import { type FoundReference } from "../../references/reference.ts";
import { AttemptedNames } from "./attempted-names.ts";
import { newMachine } from "./desired-machine.ts";
import { nameOf } from "./machine-name.ts";
import { recordObjects } from "../../replicas/object-events.ts";
import { isRefusal } from "../../kit/refusal.ts";
import { deleteIfThere } from "../../kit/delete-if-there.ts";
import { machineOwner } from "../../kit/owner-references.ts";
import { type SetMachine } from "./reads.ts";

/** Options of {@link MachineFactory}. */
export interface MachineFactoryOptions {
  readonly client: Client;
  readonly recorder: EventRecorder;
  readonly random: RandomText;
}

/** The templates of the objects behind a Machine. */
export interface FoundTemplates {
  /** `undefined`: the user provides the bootstrap data Secret. */
  readonly bootstrap: FoundReference | undefined;
  readonly infrastructure: FoundReference;
}

/** The largest number of Machines created at a time. The first batch is one Machine; each success doubles the next. */
const largestBatch = 16;

/**
 * Creates Machines with the objects behind them.
 *
 * The Machine is created first, with the names of its objects, and owns them from the start. If creation stops halfway, nothing leaks: the
 * next reconcile creates the missing objects, and the existing ones are deleted with their Machine.
 */
export class MachineFactory {
  readonly #options: MachineFactoryOptions;
  readonly #attempted = new AttemptedNames();

  constructor(options: MachineFactoryOptions) {
    this.#options = options;
  }

  /**
   * Creates Machines, each with its objects.
   *
   * @param isStillWanted - called between batches.
   * @throws the server's error, once the batch in which it occurred is done.
   */
  async create(
    set: DeepReadonly<MachineSet>,
    templates: FoundTemplates,
    count: number,
    isStillWanted: () => boolean,
    signal: AbortSignal,
  ): Promise<void> {
    let remaining = count;
    for (let size = 1; remaining > 0 && isStillWanted(); size = Math.min(size * 2, largestBatch)) {
      const batch = this.#names(set, Math.min(size, remaining));
      const results = await Promise.allSettled(batch.map((name) => this.#createOne(set, templates, name, signal)));
      const made = results.flatMap((result) => (result.status === "fulfilled" ? (result.value ?? []) : []));
      recordObjects(this.#options.recorder, set, "SuccessfulCreate", made);
      const failed = results.find((result) => result.status === "rejected");
      if (failed !== undefined) throw failed.reason;
      remaining -= batch.length;
    }
  }

  /** Creates the missing objects behind a Machine of the set. */
  async complete(machine: SetMachine, templates: Partial<FoundTemplates>, signal: AbortSignal): Promise<void> {
    const owner = machineOwner(machine);
    const wanted = [templates.bootstrap, templates.infrastructure].filter((template) => template !== undefined);
    const results = await Promise.allSettled(
      wanted.map(async (template) => {
        const { kind, object } = cloneTemplate(template, machine, owner);
        try {
          await this.#options.client.create(kind, object, { signal });
        } catch (error) {
          if (!isAlreadyExists(error)) throw error;
        }
      }),
    );
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  /** Names of Machines that may already exist come first. */
  #names(set: DeepReadonly<MachineSet>, count: number): string[] {
    const open = this.#attempted.of(uidOf(set)).slice(0, count);
    return [...open, ...Array.from({ length: count - open.length }, () => nameOf(set, this.#options.random))];
  }

  async #createOne(
    set: DeepReadonly<MachineSet>,
    templates: FoundTemplates,
    name: string,
    signal: AbortSignal,
  ): Promise<SetMachine | undefined> {
    const machine = await this.#createMachine(set, name, signal);
    if (machine === undefined) return undefined;
    try {
      await this.complete(machine, templates, signal);
      return machine;
    } catch (error) {
      if (isRefusal(error)) await deleteIfThere(this.#options.client, { kind: Machine, object: machine }, signal);
      throw error;
    }
  }

  async #createMachine(
    set: DeepReadonly<MachineSet>,
    name: string,
    signal: AbortSignal,
  ): Promise<SetMachine | undefined> {
    const uid = uidOf(set);
    const { client } = this.#options;
    this.#attempted.open(uid, name);
    try {
      const machine = await client.create(Machine, newMachine(set, name), { signal });
      this.#attempted.close(uid, name);
      return machine;
    } catch (error) {
      if (!isAlreadyExists(error)) {
        if (isRefusal(error)) this.#attempted.close(uid, name);
        throw error;
      }
    }
    const { namespace } = set.metadata;
    // Reading the Machine puts it into the cache. Without it, the count would lead to another Machine.
    const there = await client.get(Machine, { name, namespace }, { signal });
    this.#attempted.close(uid, name);
    // If another object controls it, the next reconcile takes another name.
    return isControlledBy(there, set) ? there : undefined;
  }
}

function uidOf({ metadata }: DeepReadonly<MachineSet>): string {
  return metadata.uid ?? objectKeyText(metadata);
}
