import { differences, type VaryingFields } from "../perturbation/difference.ts";
import type { NormalizedState } from "../perturbation/normalized-state.ts";

/** The states to compare. */
export interface Compared {
  readonly expected: NormalizedState;
  readonly actual: NormalizedState;
  readonly varying: VaryingFields;
  /** The kind that is explored. */
  readonly kind: string;
}

/** The differences: first those in objects of the kind and outside, then in all other objects, which follow from these. */
export function differencesFrom({ expected, actual, varying, kind }: Compared): string[] {
  const isOwn = (name: string): boolean => name.startsWith(`${kind}/`) || name.startsWith("outside:");
  const own = (state: NormalizedState): NormalizedState => new Map([...state].filter(([name]) => isOwn(name)));
  const others = (state: NormalizedState): NormalizedState => new Map([...state].filter(([name]) => !isOwn(name)));
  return [own, others].flatMap((part) => differences(part(expected), part(actual), varying));
}
