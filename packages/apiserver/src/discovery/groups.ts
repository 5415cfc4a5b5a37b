import { compareApiVersions } from "@capstan/kube";
import { ofDefinitions, type Priorities, prioritiesOf } from "../api-services/api-service.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";

/** A group with its versions, the preferred one first. */
export interface DiscoveredGroup {
  readonly name: string;
  readonly versions: readonly string[];
}

/** The group of APIServices comes first, and has no APIService itself. */
const first = "apiregistration.k8s.io";

/**
 * The served named groups, by descending priority.
 *
 * @param tie - the order of groups with equal priority: by their names, or by the names of their APIServices.
 */
export function discoveredGroups(
  registry: Registry,
  apiServices: readonly ApiObject[],
  tie: "group" | "service",
): readonly DiscoveredGroup[] {
  const groups = [...Map.groupBy(foundIn(registry, apiServices), ({ group }) => group)].map(([name, versions]) => ({
    name,
    versions: versions.toSorted(
      (a, b) => b.versionPriority - a.versionPriority || compareApiVersions(b.version, a.version),
    ),
    priority: name === first ? Infinity : Math.max(...versions.map((one) => one.groupPriorityMinimum)),
    tie: tie === "group" ? name : leastServiceName(versions),
  }));
  return groups
    .toSorted((a, b) => (a.priority === b.priority ? (a.tie < b.tie ? -1 : 1) : b.priority - a.priority))
    .map(({ name, versions }) => ({
      name,
      versions: versions.map(({ version }) => version),
    }));
}

/** Every version of a named group, once. */
function foundIn(registry: Registry, apiServices: readonly ApiObject[]): Iterable<Priorities> {
  const found = new Map<string, Priorities>();
  for (const { group, versions } of registry.all()) {
    for (const { name: version, served } of versions) {
      if (served) found.set(`${version}.${group}`, { group, version, ...ofDefinitions });
    }
  }
  for (const service of apiServices) {
    const served = found.get(service.metadata.name);
    if (served !== undefined) found.set(service.metadata.name, { ...served, ...prioritiesOf(service) });
  }
  return [...found.values()].filter(({ group }) => group !== "");
}

/** The first name among a group's APIServices with the highest priority. */
function leastServiceName(versions: readonly Priorities[]): string {
  const highest = Math.max(...versions.map((one) => one.groupPriorityMinimum));
  const names = versions
    .filter((one) => one.groupPriorityMinimum === highest)
    .map(({ version, group }) => `${version}.${group}`);
  return names.toSorted()[0] ?? "";
}
