import { addQuantities, greaterQuantity, isJsonObject, listAt, objectAt, textAt } from "@capstan/kube";

/** Quantities by resource name. */
export type ResourceList = Readonly<Record<string, string>>;

/** The quantities at a path of an object. */
export function resourcesAt(value: unknown, ...path: readonly string[]): ResourceList {
  const found = objectAt(value, ...path) ?? {};
  return Object.fromEntries(Object.entries(found).map(([name, quantity]) => [name, String(quantity)]));
}

function combined(
  one: ResourceList,
  other: ResourceList,
  combine: (one: string, other: string) => string,
): ResourceList {
  const both = { ...one };
  for (const [name, quantity] of Object.entries(other)) {
    const known = both[name];
    both[name] = known === undefined ? quantity : combine(known, quantity);
  }
  return both;
}

/** The sums of two lists, by name. */
export function addResources(one: ResourceList, other: ResourceList): ResourceList {
  return combined(one, other, addQuantities);
}

/** The resources that can be set for a whole Pod. */
const ofPods: ReadonlySet<string> = new Set(["cpu", "memory"]);

/** The requests or limits of a Pod: the sum of its containers, or the need of its init containers if that is more. */
export function podResources(pod: unknown, field: "limits" | "requests"): ResourceList {
  const ofContainers = listAt(pod, "spec", "containers").map((one) => resourcesAt(one, "resources", field));
  let all = ofContainers.reduce(addResources, {});
  let restartable: ResourceList = {};
  let most: ResourceList = {};
  for (const container of listAt(pod, "spec", "initContainers")) {
    const own = resourcesAt(container, "resources", field);
    const needed = addResources(own, restartable);
    if (textAt(container, "restartPolicy") === "Always") {
      all = addResources(all, own);
      restartable = needed;
    }
    most = combined(most, needed, greaterQuantity);
  }
  const stated = Object.entries(resourcesAt(pod, "spec", "resources", field)).filter(([name]) => ofPods.has(name));
  return { ...combined(all, most, greaterQuantity), ...Object.fromEntries(stated) };
}

/** The list with missing names from the fallback; the same list if none is missing. */
export function withMissing(given: unknown, fallback: ResourceList): { list: ResourceList; added: readonly string[] } {
  const list = isJsonObject(given) ? (given as ResourceList) : {};
  const added = Object.keys(fallback)
    .filter((name) => list[name] === undefined)
    .sort();
  if (added.length === 0) return { list, added };
  const all = Object.entries({ ...fallback, ...list }).sort(([one], [other]) => (one < other ? -1 : 1));
  return { list: Object.fromEntries(all), added };
}
