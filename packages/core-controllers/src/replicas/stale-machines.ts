import { type DeepReadonly, getCondition, conditionTypes, type Machine, reasons } from "@capstan/contract";

const staleMs = 15 * 60_000;

/** Names the Machines whose deletion takes long, with what holds it up where that is known; "" when there are none. */
export function describeStaleMachines(machines: readonly DeepReadonly<Machine>[], now: number): string {
  const stale = machines.filter(({ metadata }) => now - Date.parse(metadata.deletionTimestamp ?? "") > staleMs);
  if (stale.length === 0) return "";
  const draining = stale.some(
    (machine) => getCondition(machine, conditionTypes.deleting)?.reason === reasons.drainingNode,
  );
  return `${listMachines(stale)} in deletion since more than 15m${draining ? ", a Node is being drained" : ""}`;
}

/** "Machine a is", "Machines a, b are", "Machines a, b, c, ... (2 more) are". */
export function listMachines(machines: readonly DeepReadonly<Machine>[]): string {
  const names = machines.map(({ metadata }) => metadata.name).sort();
  const more = names.length > 3 ? `, ... (${names.length - 3} more)` : "";
  return names.length === 1 ? `Machine ${names.join()} is` : `Machines ${names.slice(0, 3).join(", ")}${more} are`;
}
