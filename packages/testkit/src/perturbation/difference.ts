import type { Leaves } from "../object/leaves.ts";
import type { NormalizedState } from "./normalized-state.ts";

/** Fields that differ between two undisturbed runs, as `Kind path`. */
export type VaryingFields = ReadonlySet<string>;

/** The maximum number of listed differences; the first ones are the most informative. */
const mostNamed = 12;

/** The differences between two undisturbed runs, which are therefore not compared. */
export function varyingFields(one: NormalizedState, other: NormalizedState): VaryingFields {
  const varying = new Set<string>();
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const [a, b] = [one.get(name) ?? [], other.get(name) ?? []];
    for (const path of new Set([...a, ...b].flatMap((leaves) => [...leaves.keys()]))) {
      const values = (all: readonly Leaves[]): string =>
        JSON.stringify(all.map((leaves) => leaves.get(path)).toSorted());
      if (values(a) !== values(b)) varying.add(fieldOf(name, path));
    }
  }
  return varying;
}

/** The differences from the undisturbed state, one line each; empty if there are none. */
export function differences(expected: NormalizedState, actual: NormalizedState, varying: VaryingFields): string[] {
  const found: string[] = [];
  for (const name of [...new Set([...expected.keys(), ...actual.keys()])].toSorted()) {
    const [before, after] = [expected.get(name) ?? [], actual.get(name) ?? []];
    if (before.length === after.length) found.push(...fieldDifferences(name, { before, after, varying }));
    else if (before.length === 0) found.push(`${name}: left over${times(after.length)}`);
    else if (after.length === 0) found.push(`${name}: missing${times(before.length)}`);
    else found.push(`${name}: ${after.length} instead of ${before.length}`);
  }
  return found.length <= mostNamed ? found : [...found.slice(0, mostNamed), `and ${found.length - mostNamed} more`];
}

function times(count: number): string {
  return count === 1 ? "" : `, ${count} times`;
}

function fieldDifferences(
  name: string,
  { before, after, varying }: { before: readonly Leaves[]; after: readonly Leaves[]; varying: VaryingFields },
): string[] {
  const [left, right] = unpaired(name, { before, after, varying });
  return left.flatMap((leaves, index) => {
    const other = right[index] ?? new Map<string, string>();
    const paths = [...new Set([...leaves.keys(), ...other.keys()])];
    return paths
      .filter((path) => !varying.has(fieldOf(name, path)) && leaves.get(path) !== other.get(path))
      .map((path) => `${name}: ${path} is ${shown(other.get(path))} instead of ${shown(leaves.get(path))}`);
  });
}

/** Objects without an equal on the other side. */
function unpaired(
  name: string,
  { before, after, varying }: { before: readonly Leaves[]; after: readonly Leaves[]; varying: VaryingFields },
): [Leaves[], Leaves[]] {
  const text = (leaves: Leaves): string =>
    JSON.stringify([...leaves].filter(([path]) => !varying.has(fieldOf(name, path))));
  const left: Leaves[] = [];
  const rest = after.map((leaves) => ({ leaves, text: text(leaves) }));
  for (const leaves of before) {
    const equal = rest.findIndex((candidate) => candidate.text === text(leaves));
    if (equal === -1) left.push(leaves);
    else rest.splice(equal, 1);
  }
  return [left, rest.map(({ leaves }) => leaves)];
}

function shown(value: string | undefined): string {
  if (value === undefined) return "missing";
  return JSON.stringify(value.length > 120 ? `${value.slice(0, 120)}…` : value);
}

function fieldOf(name: string, path: string): string {
  return `${name.split("/")[0] ?? ""} ${path}`;
}
