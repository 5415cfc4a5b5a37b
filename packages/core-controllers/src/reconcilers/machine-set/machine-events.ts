import { type DeepReadonly, type Machine, type MachineSet } from "@capstan/contract";
import { type EventRecorder } from "@capstan/runtime";

const verbs = { SuccessfulCreate: "Created", SuccessfulDelete: "Deleted" } as const;

/** Tells which Machines of a set were created or deleted: one Event, however many they are. */
export function recordMachines(
  recorder: EventRecorder,
  set: DeepReadonly<MachineSet>,
  reason: keyof typeof verbs,
  machines: readonly DeepReadonly<Pick<Machine, "metadata">>[],
): void {
  if (machines.length === 0) return;
  const names = machines.map(({ metadata }) => metadata.name).sort();
  const what = names.length === 1 ? "Machine" : `${names.length} Machines:`;
  recorder.record(set, { type: "Normal", reason, message: `${verbs[reason]} ${what} ${names.join(", ")}` });
}
