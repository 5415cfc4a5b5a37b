import { type DeepReadonly, type Machine, type MachineSet } from "@capstan/contract";
import { type Client, type Clock, type EventRecorder, type Informer, requestKey } from "@capstan/runtime";
import { type ObservedTemplates } from "../../replicas/templates.ts";
import { type RandomText } from "../../replicas/random-text.ts";
import { type ReferenceTracker } from "../../references/reference-tracker.ts";
import { MachineFactory } from "./machine-factory.ts";
import { type MachineSetFacts } from "./plan.ts";
import { type Refused, Refusals } from "./refusals.ts";
import { isRefusal } from "../../kit/refusal.ts";
import { type SetMachine } from "./reads.ts";

/** Options of {@link MachineGrowth}. */
export interface MachineGrowthOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
  readonly machineSets: Informer<MachineSet>;
  readonly machineReferences: ReferenceTracker<Machine>;
  readonly random: RandomText;
}

/** Makes the Machines that a MachineSet lacks, and the objects that its Machines lack. */
export class MachineGrowth {
  readonly #options: MachineGrowthOptions;
  readonly #factory: MachineFactory;
  readonly #refusals: Refusals;

  constructor(options: MachineGrowthOptions) {
    this.#options = options;
    this.#factory = new MachineFactory(options);
    this.#refusals = new Refusals(options.clock);
  }

  /** The set is gone. */
  forget(key: string): void {
    this.#refusals.forget(key);
  }

  /**
   * Makes what is missing.
   *
   * @param create - how many Machines the set lacks.
   * @returns what the server refused, if anything.
   */
  async run(
    { set, templates, machines }: MachineSetFacts,
    create: number,
    signal: AbortSignal,
  ): Promise<Refused | undefined> {
    const key = requestKey(set.metadata);
    const attempt = attemptOf(set, templates);
    const refused = this.#refusals.of(key, attempt);
    if (refused !== undefined && refused.waitMs > 0) return refused;
    try {
      await this.#complete(machines, templates, signal);
      await this.#create(set, templates, create, signal);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#refusals.add(key, attempt, error);
      return this.#refusals.of(key, attempt);
    }
    this.#refusals.forget(key);
    return undefined;
  }

  /** Makes the objects behind Machines that an earlier reconcile could not finish. */
  async #complete(
    machines: readonly SetMachine[],
    { bootstrap, infrastructure }: ObservedTemplates,
    signal: AbortSignal,
  ): Promise<void> {
    for (const machine of machines) {
      const missing = {
        ...(bootstrap?.state === "found" && this.#lacks(machine, "bootstrap") ? { bootstrap } : {}),
        ...(infrastructure.state === "found" && this.#lacks(machine, "infrastructure") ? { infrastructure } : {}),
      };
      if (Object.keys(missing).length > 0) await this.#factory.complete(machine, missing, signal);
    }
  }

  /** Counts only an object that this controller names after the Machine, and only before it has been in use. */
  #lacks({ metadata, spec, status }: SetMachine, side: "bootstrap" | "infrastructure"): boolean {
    const reference = side === "bootstrap" ? spec.bootstrap.configRef : spec.infrastructureRef;
    const { bootstrapDataSecretCreated = false, infrastructureProvisioned = false } = status?.initialization ?? {};
    const wasThere = side === "bootstrap" ? bootstrapDataSecretCreated : infrastructureProvisioned;
    if (wasThere || metadata.deletionTimestamp !== undefined || reference?.name !== metadata.name) return false;
    const path = side === "bootstrap" ? "spec.bootstrap.configRef" : "spec.infrastructureRef";
    return this.#options.machineReferences.resolve({ ...reference, path }, metadata.namespace).state === "missing";
  }

  async #create(
    set: DeepReadonly<MachineSet>,
    { bootstrap, infrastructure }: ObservedTemplates,
    create: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (create === 0 || infrastructure.state !== "found") return;
    const found = { infrastructure, bootstrap: bootstrap?.state === "found" ? bootstrap : undefined };
    // The set may change while many Machines are created.
    const isStillWanted = () =>
      this.#options.machineSets.get(set.metadata)?.metadata.generation === set.metadata.generation;
    await this.#factory.create(set, found, create, isStillWanted, signal);
  }
}

/** A version that changes when it makes sense to retry what the server refused. */
function attemptOf(set: DeepReadonly<MachineSet>, { bootstrap, infrastructure }: ObservedTemplates): string {
  const version = (observed: ObservedTemplates["bootstrap"]) =>
    observed?.state === "found" ? observed.object.metadata.resourceVersion : observed?.state;
  return [set.metadata.uid, set.metadata.generation, version(bootstrap), version(infrastructure)].join("/");
}
