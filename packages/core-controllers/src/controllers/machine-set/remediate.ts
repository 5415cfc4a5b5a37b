import { conditionTypes, Machine, type MachineStatus, removeCondition } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { type Client, type Clock, isNotFound, patchChanges } from "@capstan/runtime";
import { applyConditions } from "../../conditions/apply.ts";
import { mergeDeprecatedConditions } from "../../conditions/deprecated-conditions.ts";
import { type RemediationDecision, type RemediationReport } from "./remediation.ts";
import { deleteIfThere } from "../../kit/delete-if-there.ts";
import { whole } from "../../kit/projection.ts";
import { type SetMachine } from "./reads.ts";

/** Carries out a remediation. Writes the Machines' conditions first, so that an interrupted remediation is resumed. */
export class Remediation {
  readonly #client: Client;
  readonly #clock: Clock;

  constructor({ client, clock }: { readonly client: Client; readonly clock: Clock }) {
    this.#client = client;
    this.#clock = clock;
  }

  async run(decision: RemediationDecision, signal: AbortSignal): Promise<void> {
    for (const machine of decision.clear) await this.#write(machine, statusWithout(machine), signal);
    for (const report of decision.reports)
      await this.#write(report.machine, statusWith(report, this.#clock.now()), signal);
    for (const object of decision.delete) await deleteIfThere(this.#client, { kind: Machine, object }, signal);
  }

  async #write(machine: SetMachine, status: MachineStatus, signal: AbortSignal): Promise<void> {
    const before = whole(machine);
    const after = { ...deepCopy<Machine>(before), status };
    try {
      await patchChanges<Machine>(this.#client, Machine, before, after, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}

const type = conditionTypes.ownerRemediated;

function statusWithout(machine: SetMachine): MachineStatus {
  const next = deepCopy<MachineStatus>(whole(machine).status ?? {});
  next.conditions = removeCondition(next.conditions, type);
  const v1beta1 = next.deprecated?.v1beta1;
  if (v1beta1?.conditions !== undefined) {
    v1beta1.conditions = v1beta1.conditions.filter((condition) => condition.type !== type);
  }
  return next;
}

function statusWith({ machine, condition, deprecated }: RemediationReport, now: number): MachineStatus {
  const next = deepCopy<MachineStatus>(whole(machine).status ?? {});
  next.conditions = applyConditions(next.conditions, [condition], now);
  if (deprecated === undefined) return next;
  const v1beta1 = next.deprecated?.v1beta1;
  next.deprecated = {
    v1beta1: { ...v1beta1, conditions: mergeDeprecatedConditions(v1beta1?.conditions, [deprecated], now) },
  };
  return next;
}
