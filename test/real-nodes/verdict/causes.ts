import type { BootProblemReason } from "@capstan/infrastructure-mock";

/** What a real machine prints, and the causes that this can have: kubeadm does not tell all of them apart. */
export const causes: readonly (readonly [shown: RegExp, of: readonly BootProblemReason[]])[] = [
  [/invalid user|invalid group/, ["FileOwnerUnknown"]],
];

/** The causes of a machine that has not joined; empty if its output is not understood. */
export function causesShown(output: string): readonly BootProblemReason[] {
  return causes.find(([shown]) => shown.test(output))?.[1] ?? [];
}
