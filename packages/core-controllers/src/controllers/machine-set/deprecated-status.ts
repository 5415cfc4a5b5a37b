import { conditionTypes } from "@capstan/contract";
import { deprecatedCondition, type DeprecatedDraft } from "../../conditions/deprecated-conditions.ts";
import { getDeprecatedCondition } from "../../conditions/get-deprecated-condition.ts";
import { type Blockers } from "./blockers.ts";
import { type SetMachine } from "./reads.ts";

/** The input for the v1beta1 conditions of a MachineSet. */
export interface DeprecatedFacts {
  readonly wanted: number;
  readonly machines: readonly SetMachine[];
  readonly readyNodes: number;
  readonly blockers: Blockers;
}

/** The v1beta1 conditions of a MachineSet: MachinesCreated, Resized, MachinesReady. */
export function deprecatedSetConditions(facts: DeprecatedFacts): DeprecatedDraft[] {
  return [machinesCreated(facts), resized(facts), machinesReady(facts.machines)];
}

function machinesCreated({ wanted, machines, blockers }: DeprecatedFacts): DeprecatedDraft {
  const { reason, messages } = blockers;
  const failed = machines.length < wanted && messages.length > 0;
  return deprecatedCondition(
    "MachinesCreated",
    failed ? { severity: "Error", reason, message: messages.join("; ") } : undefined,
  );
}

function resized({ wanted, machines, readyNodes }: DeprecatedFacts): DeprecatedDraft {
  const type = "Resized";
  const count = machines.length;
  if (count === wanted) {
    const waiting = { severity: "Info" as const, reason: "WaitingForReplicasReady" };
    return deprecatedCondition(type, readyNodes === count ? undefined : waiting);
  }
  const up = count < wanted;
  return deprecatedCondition(type, {
    severity: "Warning",
    reason: up ? "ScalingUp" : "ScalingDown",
    message: `Scaling ${up ? "up" : "down"} MachineSet to ${wanted} replicas (actual ${count})`,
  });
}

/** The worst v1beta1 `Ready` among the Machines, attributed to the first Machine that reports it. */
function machinesReady(machines: readonly SetMachine[]): DeprecatedDraft {
  const reported = machines.flatMap((machine) => {
    const ready = getDeprecatedCondition(machine, conditionTypes.ready);
    return ready === undefined ? [] : [{ name: machine.metadata.name, ready }];
  });
  const worst = reported.sort(
    (left, right) => rankOf(left.ready) - rankOf(right.ready) || (left.name < right.name ? -1 : 1),
  )[0];
  const type = "MachinesReady";
  if (worst === undefined || worst.ready.status === "True") return deprecatedCondition(type, undefined);
  const done = reported.filter(({ ready }) => ready.status === "True").length;
  const { status, severity, reason = "" } = worst.ready;
  return {
    type,
    status,
    ...(severity === undefined ? {} : { severity }),
    reason: `${reason} @ Machine/${worst.name}`,
    message: `${done} of ${machines.length} completed`,
  };
}

type Reported = NonNullable<ReturnType<typeof getDeprecatedCondition>>;

const severities: readonly unknown[] = ["Error", "Warning", "Info"];

function rankOf({ status, severity }: Reported): number {
  if (status === "True") return severities.length;
  return status === "Unknown" ? severities.length + 1 : severities.indexOf(severity);
}
