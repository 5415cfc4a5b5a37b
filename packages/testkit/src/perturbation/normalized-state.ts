import type { KubernetesObject } from "@capstan/contract";
import { isJsonObject } from "@capstan/kube";
import { type Leaves, leavesOf } from "../object/leaves.ts";
import { passingMetadata } from "../object/passing-metadata.ts";
import type { WorldState } from "./scenario.ts";
import { touchAnnotation } from "./touch-annotation.ts";

/** A state without parts that vary from run to run: the objects of each name (several, if their names differ only in a random suffix). */
export type NormalizedState = ReadonlyMap<string, readonly Leaves[]>;

/** Makes a state comparable with that of another run. */
export function normalize(
  { objects, outside, workloads }: WorldState,
  varying: readonly RegExp[] = [],
): NormalizedState {
  const uids = new Map(objects.map((object) => [object.metadata.uid ?? "", nameOf(object)]));
  const plain = (text: string): string => withoutChance(text, uids, varying);
  const state = new Map<string, Leaves[]>();
  const add = (name: string, leaves: Leaves): void => {
    state.set(name, [...(state.get(name) ?? []), leaves]);
  };
  for (const object of objects) add(plain(nameOf(object)), leavesOf(comparable(object), plain));
  for (const [cluster, found] of workloads) {
    for (const object of found) {
      add(plain(`in the workload cluster of ${cluster}: ${nameOf(object)}`), leavesOf(comparable(object), plain));
    }
  }
  for (const { what, owner = "" } of outside) {
    add(plain(`outside: ${what}${owner === "" ? "" : ` of ${owner}`}`), new Map());
  }
  for (const [name, same] of state) {
    state.set(
      name,
      same.toSorted((a, b) => (linesOf(a) < linesOf(b) ? -1 : 1)),
    );
  }
  return state;
}

/** `HelloMachine/m1`, the short name of an object. */
export function nameOf({ kind, metadata }: KubernetesObject): string {
  return `${kind}/${metadata.name}`;
}

/** All fields, one per line. */
function linesOf(leaves: Leaves): string {
  return [...leaves].map(([path, value]) => `${path}: ${value}`).join("\n");
}

function comparable(object: KubernetesObject): object {
  const { metadata, ...rest } = object as KubernetesObject & { readonly status?: unknown };
  const { annotations = {}, ...kept } = Object.fromEntries(
    Object.entries(metadata).filter(([field]) => !passingMetadata.has(field)),
  ) as { annotations?: Record<string, string> };
  const others = Object.entries(annotations).filter(([name]) => name !== touchAnnotation);
  const isEnding = metadata.deletionTimestamp !== undefined;
  return {
    ...withObserved(rest, metadata.generation),
    metadata: { ...kept, annotations: Object.fromEntries(others), ...(isEnding ? { isBeingDeleted: true } : {}) },
  };
}

/** Only whether the last generation was observed matters, not how often the spec was written. */
function withObserved<T>(value: T, generation: number | undefined): T {
  if (Array.isArray(value)) return value.map((item: unknown) => withObserved(item, generation)) as T;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) =>
      field === "observedGeneration"
        ? [field, inner === generation ? "the newest" : "an older one"]
        : [field, withObserved<unknown>(inner, generation)],
    ),
  ) as T;
}

/** The random suffix of a name from Kubernetes or a controller: five characters without vowels. */
const drawn = /(?<=-)[bcdfghjklmnpqrstvwxz2456789]{5}(?=-|$|[^a-z0-9-])/g;
const uid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const time = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/**
 * Replaces parts that vary from run to run: times, random suffixes, uids (by the object that has them), and parts that a scenario names.
 */
function withoutChance(text: string, uids: ReadonlyMap<string, string>, varying: readonly RegExp[] = []): string {
  const known = text
    .replace(uid, (found) => `<uid of ${uids.get(found) ?? "nothing that exists"}>`)
    .replace(time, "<time>");
  return varying
    .reduce((before, expression) => before.replaceAll(new RegExp(expression, "g"), "<varying>"), known)
    .replace(drawn, "*");
}
