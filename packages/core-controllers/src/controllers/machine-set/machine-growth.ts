import { type DeepReadonly, type Machine, type MachineSet } from "@capstan/contract";
import {
  type Client,
  type Clock,
  type EventRecorder,
  type Informer,
  requestKey,
  type RandomText,
} from "@capstan/runtime";
import { type ObservedTemplates } from "../../replicas/templates.ts";
import { type ReferenceTracker } from "../../references/reference-tracker.ts";
import { type CreationRate } from "./creation-rate.ts";
import { type FoundTemplates, MachineFactory } from "./machine-factory.ts";
import { type MachineSetFacts } from "./plan.ts";
import { type Refused, Refusals } from "../../replicas/refusals.ts";
import { isRefusal } from "../../kit/refusal.ts";
import { mostAtATime, nextTurnMs } from "./turns.ts";
import { type SetMachine } from "./reads.ts";

/** Options of {@link MachineGrowth}. */
export interface MachineGrowthOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
  readonly machineSets: Informer<MachineSet>;
  readonly machineReferences: ReferenceTracker<Machine>;
  readonly random: RandomText;
  readonly creationRate: CreationRate;
}

interface Incomplete {
  readonly machine: SetMachine;
  readonly missing: Partial<FoundTemplates>;
}

/** The result of one reconcile that creates Machines. */
export interface Grown {
  /** The request that the server refused, if any. */
  readonly refused?: Refused;
  /** Milliseconds until the rest is created; other objects have their turn until then. */
  readonly nextMs?: number;
}

/** Creates the Machines that a MachineSet lacks, and the objects that its Machines lack. */
export class MachineGrowth {
  readonly #options: MachineGrowthOptions;
  readonly #factory: MachineFactory;
  readonly #refusals: Refusals;

  constructor(options: MachineGrowthOptions) {
    this.#options = options;
    this.#factory = new MachineFactory(options);
    this.#refusals = new Refusals(options.clock);
  }

  /** Forgets a deleted set. */
  forget(key: string): void {
    this.#refusals.forget(key);
  }

  /**
   * Creates all that is missing, or a part of it.
   *
   * @param create - how many Machines the set lacks.
   */
  async run({ set, templates, machines }: MachineSetFacts, create: number, signal: AbortSignal): Promise<Grown> {
    const key = requestKey(set.metadata);
    const attempt = () => attemptOf(set, templates);
    const refused = this.#refusals.of(key, attempt);
    if (refused !== undefined && refused.waitMs > 0) return { refused };
    const incomplete = this.#incomplete(machines, templates);
    const completed = incomplete.slice(0, mostAtATime);
    const { creationRate } = this.#options;
    const room = mostAtATime - completed.length;
    const created = creationRate.take(set.metadata.namespace, Math.min(create, room));
    try {
      for (const { machine, missing } of completed) await this.#factory.complete(machine, missing, signal);
      await this.#create(set, templates, created, signal);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { refused: this.#refusals.add(key, attempt(), error) };
    }
    this.#refusals.forget(key);
    if (created < Math.min(create, room)) return { nextMs: creationRate.waitMs };
    return completed.length + created < incomplete.length + create ? { nextMs: nextTurnMs } : {};
  }

  /** Machines that an earlier reconcile could not finish, with the templates of their missing objects. */
  #incomplete(machines: readonly SetMachine[], { bootstrap, infrastructure }: ObservedTemplates): Incomplete[] {
    return machines.flatMap((machine) => {
      const missing = {
        ...(bootstrap?.state === "found" && this.#lacks(machine, "bootstrap") ? { bootstrap } : {}),
        ...(infrastructure.state === "found" && this.#lacks(machine, "infrastructure") ? { infrastructure } : {}),
      };
      return Object.keys(missing).length > 0 ? [{ machine, missing }] : [];
    });
  }

  /** Counts only an object that this controller names after the Machine, and only until its first use. */
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

/** Changes when it makes sense to retry a refused request. */
function attemptOf(set: DeepReadonly<MachineSet>, { bootstrap, infrastructure }: ObservedTemplates): string {
  const version = (observed: ObservedTemplates["bootstrap"]) =>
    observed?.state === "found" ? observed.object.metadata.resourceVersion : observed?.state;
  return [set.metadata.uid, set.metadata.generation, version(bootstrap), version(infrastructure)].join("/");
}
