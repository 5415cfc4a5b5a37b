import {
  annotations as names,
  type DeepReadonly,
  type Machine,
  outdatedRevisionTaint,
  uninitializedTaint,
} from "@capstan/contract";
import { type Node } from "@capstan/runtime";

type Taint = DeepReadonly<NonNullable<NonNullable<Node["spec"]>["taints"]>[number]>;
type MachineTaint = NonNullable<DeepReadonly<Machine>["spec"]["taints"]>[number];

/** Makes the scheduler prefer Nodes that will not be replaced soon. */

/** The taints that a Node should have. */
export interface NodeTaints {
  /** `undefined`: no change. */
  readonly taints: readonly Taint[] | undefined;
  /** Value of the annotation that lists the taints kept on the Node; `undefined`: the annotation is not needed. */
  readonly fromMachine: string | undefined;
}

/**
 * The taints that a Node should have for its Machine: those of `spec.taints`, kept (`Always`) or added once (`OnInitialization`),
 * `outdated-revision` while the MachineDeployment replaces the Machine, and no longer `uninitialized`. Other taints are unchanged.
 */
export function nextNodeTaints(
  node: DeepReadonly<Node>,
  machine: DeepReadonly<Machine>,
  { outdated }: { readonly outdated: boolean },
): NodeTaints {
  const before = node.spec?.taints ?? [];
  const wanted = machine.spec.taints ?? [];
  const tracked = node.metadata.annotations?.[names.taintsFromMachine];
  // Every Node that was initialized has the other annotation, even if its Machine had no taints at the time.
  const isInitialized = tracked !== undefined || node.metadata.annotations?.[names.labelsFromMachine] !== undefined;
  const put = wanted.filter(({ propagation }) => propagation === "Always" || !isInitialized);
  const named = new Set(wanted.map(idOf));
  const dropped = new Set((tracked ?? "").split(",").filter((id) => !named.has(id)));
  dropped.add(idOf(uninitializedTaint));
  if (!outdated) dropped.add(idOf(outdatedRevisionTaint));
  const kept = before.filter((taint) => !dropped.has(idOf(taint)));
  const changes = [...put.map(withoutPropagation), ...(outdated ? [outdatedRevisionTaint] : [])];
  const after = changes.reduce<readonly Taint[]>(withTaint, kept);
  const always = wanted.filter(({ propagation }) => propagation === "Always").map(idOf);
  const isUnused = wanted.length === 0 && tracked === undefined;
  return {
    taints: isSame(before, after) ? undefined : after,
    fromMachine: isUnused ? undefined : always.sort().join(","),
  };
}

function idOf({ key, effect }: Pick<Taint, "key" | "effect">): string {
  return `${key}:${effect}`;
}

function withoutPropagation({ key, value, effect }: MachineTaint): Taint {
  return { key, ...(value === undefined ? {} : { value }), effect };
}

/** Replaces the taint with the same key and effect. A taint that already has the value is unchanged. */
function withTaint(taints: readonly Taint[], taint: Taint): readonly Taint[] {
  const present = taints.find((candidate) => idOf(candidate) === idOf(taint));
  if (present === undefined) return [...taints, taint];
  if ((present.value ?? "") === (taint.value ?? "")) return taints;
  return taints.map((candidate) => (candidate === present ? taint : candidate));
}

function isSame(before: readonly Taint[], after: readonly Taint[]): boolean {
  return before.length === after.length && before.every((taint, index) => taint === after[index]);
}
