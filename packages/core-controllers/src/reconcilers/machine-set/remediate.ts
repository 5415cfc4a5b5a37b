import {
  conditionTypes,
  type DeepReadonly,
  Machine,
  type MachineDeployment,
  type MachineSet,
  removeCondition,
} from "@capstan/contract";
import { type Client, type Clock, isNotFound, patchChanges } from "@capstan/runtime";
import { applyConditions } from "../../conditions/apply.ts";
import { deleteIfThere } from "../machine/machine-deletion.ts";
import { decideRemediation } from "./remediation.ts";

type Conditions = NonNullable<NonNullable<Machine["status"]>["conditions"]>;

/** Carries out what {@link decideRemediation} says: Machines are told first, so that one that is interrupted goes on. */
export class Remediation {
  readonly #client: Client;
  readonly #clock: Clock;

  constructor({ client, clock }: { readonly client: Client; readonly clock: Clock }) {
    this.#client = client;
    this.#clock = clock;
  }

  async run(
    set: DeepReadonly<MachineSet>,
    deployment: DeepReadonly<MachineDeployment> | undefined,
    machines: readonly DeepReadonly<Machine>[],
    signal: AbortSignal,
  ): Promise<void> {
    const decision = decideRemediation(set, deployment, machines);
    for (const machine of decision.clear) {
      await this.#write(machine, removeCondition(machine.status?.conditions, conditionTypes.ownerRemediated), signal);
    }
    for (const { machine, condition } of decision.tell) {
      await this.#write(machine, applyConditions(machine.status?.conditions, [condition], this.#clock.now()), signal);
    }
    for (const object of decision.delete) await deleteIfThere(this.#client, { kind: Machine, object }, signal);
  }

  async #write(machine: DeepReadonly<Machine>, conditions: Conditions, signal: AbortSignal): Promise<void> {
    const after = structuredClone(machine) as Machine;
    after.status = { ...after.status, conditions };
    try {
      await patchChanges<Machine>(this.#client, Machine, machine, after, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}
