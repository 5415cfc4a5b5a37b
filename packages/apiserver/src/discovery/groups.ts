import { compareApiVersions } from "@capstan/kube";
import { ofDefinitions, type Priorities, prioritiesOf, serviceOf } from "../api-services/api-service.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Registry } from "../registry/registry.ts";

/** A group with its versions, the preferred one first. */
export interface DiscoveredGroup {
  readonly name: string;
  readonly versions: readonly DiscoveredVersion[];
}

interface DiscoveredVersion {
  readonly name: string;
  /** Whether another server serves it. */
  readonly isRemote: boolean;
}

interface Found extends Priorities {
  readonly isRemote: boolean;
}

/** The group of APIServices comes first, and has no APIService itself. */
const first = "apiregistration.k8s.io";

/**
 * The named groups that this server and others serve, by descending priority.
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
      versions: versions.map(({ version, isRemote }) => ({ name: version, isRemote })),
    }));
}

/** Every version of a named group, once. */
function foundIn(registry: Registry, apiServices: readonly ApiObject[]): Iterable<Found> {
  const found = new Map<string, Found>();
  for (const { group, versions } of registry.all()) {
    for (const { name: version, served } of versions) {
      if (served) found.set(`${version}.${group}`, { group, version, ...ofDefinitions, isRemote: false });
    }
  }
  for (const service of apiServices) {
    const isRemote = serviceOf(service) !== undefined;
    const { name } = service.metadata;
    if (isRemote || found.has(name)) found.set(name, { ...prioritiesOf(service), isRemote });
  }
  return [...found.values()].filter(({ group }) => group !== "");
}

/** The first name among a group's APIServices with the highest priority. */
function leastServiceName(versions: readonly Found[]): string {
  const highest = Math.max(...versions.map((one) => one.groupPriorityMinimum));
  const names = versions
    .filter((one) => one.groupPriorityMinimum === highest)
    .map(({ version, group }) => `${version}.${group}`);
  return names.toSorted()[0] ?? "";
}
