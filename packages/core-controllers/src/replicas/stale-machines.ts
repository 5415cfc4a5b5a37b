import { conditionTypes, getCondition, type HasConditions, type ObjectMeta, reasons } from "@capstan/contract";

/** The fields of a Machine whose deletion may take long. */
export interface DeletingMachine extends HasConditions<"Deleting"> {
  readonly metadata: Readonly<Pick<ObjectMeta, "name" | "deletionTimestamp">>;
  readonly status?: HasConditions<"Deleting">["status"] & {
    readonly deletion?: { readonly nodeDrainStartTime?: string } | undefined;
  };
}

const staleMs = 15 * 60_000;
/** A drain of this duration counts as the cause of a delayed deletion. */
const longDrainMs = 5 * 60_000;

/** Messages of the condition Deleting about remaining Pods, with a short name for each. */
export const drainDelays: readonly (readonly [text: string, name: string])[] = [
  ["cannot evict pod as it would violate the pod's disruption budget.", "PodDisruptionBudgets"],
  ["deletionTimestamp set, but still not removed from the Node", "Pods not terminating"],
  ["failed to evict Pod", "Pod eviction errors"],
  ["waiting for completion", "Pods not completed yet"],
];

/** Names the Machines whose deletion takes long, with the cause of the delay if known; "" without such Machines. */
export function describeStaleMachines(machines: readonly DeletingMachine[], now: number): string {
  const stale = machines.filter((machine) => now - deletedAt(machine) > staleMs);
  if (stale.length === 0) return "";
  const messages = stale.map((machine) => longDrainMessage(machine, now));
  const delays = drainDelays.filter(([text]) => messages.some((message) => message.includes(text)));
  const why = delays.length === 0 ? "" : `, delay likely due to ${delays.map(([, name]) => name).join(", ")}`;
  return `${listMachines(stale)} in deletion since more than 15m${why}`;
}

/** Milliseconds until the next deletion counts as taking long; 0: never. */
export function staleWaitMs(machines: readonly DeletingMachine[], now: number): number {
  // Times are whole seconds, so one second is added to avoid checking too early.
  const waits = machines.map((machine) => deletedAt(machine) + staleMs + 1_000 - now).filter((wait) => wait > 0);
  return waits.length === 0 ? 0 : Math.min(...waits);
}

function deletedAt({ metadata }: DeletingMachine): number {
  return Date.parse(metadata.deletionTimestamp ?? "");
}

function longDrainMessage(machine: DeletingMachine, now: number): string {
  const deleting = getCondition(machine, conditionTypes.deleting);
  const began = Date.parse(machine.status?.deletion?.nodeDrainStartTime ?? "");
  const isDraining = deleting?.status === "True" && deleting.reason === reasons.drainingNode;
  return isDraining && now - began > longDrainMs ? deleting.message : "";
}

/** "Machine a is", "Machines a, b are", "Machines a, b, c, ... (2 more) are". */
export function listMachines(machines: readonly { readonly metadata: Readonly<Pick<ObjectMeta, "name">> }[]): string {
  const names = machines.map(({ metadata }) => metadata.name).sort();
  const more = names.length > 3 ? `, ... (${names.length - 3} more)` : "";
  return names.length === 1 ? `Machine ${names.join()} is` : `Machines ${names.slice(0, 3).join(", ")}${more} are`;
}
