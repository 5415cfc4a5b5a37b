import { isJsonObject, type JsonObject, listAt, objectAt } from "@capstan/kube";
import { type Registry } from "../registry/registry.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";

/** A kind in one of its versions. */
export interface MatchedKind {
  readonly resource: Resource;
  readonly version: ResourceVersion;
}

/** The limit of the real server. */
const mostKinds = 10;

/** The kinds in the rules of a policy, without those that only a wildcard matches, sorted by name. */
export function matchedKinds(spec: JsonObject, registry: Registry): MatchedKind[] {
  const found = new Map<string, MatchedKind>();
  for (const rule of listAt(objectAt(spec, "matchConstraints"), "resourceRules").filter(isJsonObject)) {
    const named = namedBy(rule, registry).slice(0, mostKinds);
    for (const kind of named) found.set(nameOf(kind), kind);
    if (named.length === mostKinds) break;
  }
  return [...found.values()].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
}

/** The name in messages. */
export function nameOf({ resource: { group, kind }, version }: MatchedKind): string {
  return `${group}/${version.name}, Kind=${kind}`;
}

function sortKey({ resource: { group, kind }, version }: MatchedKind): string {
  return [group, version.name, kind].join("\0");
}

function namedBy(rule: JsonObject, registry: Registry): MatchedKind[] {
  const groups = stringsAt(rule, "apiGroups");
  const versions = stringsAt(rule, "apiVersions");
  if ([...groups, ...versions].some((name) => name.includes("*"))) return [];
  const resources = stringsAt(rule, "resources").filter((name) => !/[*/]/.test(name));
  return groups
    .sort()
    .flatMap((group) =>
      versions
        .sort()
        .flatMap((version) => resources.sort().flatMap((resource) => kindsFor({ group, version, resource }, registry))),
    );
}

/** Without a group, searches all groups, as kubectl does for a resource name. */
function kindsFor(
  wanted: { readonly group: string; readonly version: string; readonly resource: string },
  registry: Registry,
): MatchedKind[] {
  return registry
    .all()
    .filter(
      ({ group, plural, singular }) =>
        (wanted.group === "" || group === wanted.group) && [plural, singular].includes(wanted.resource),
    )
    .flatMap((resource) =>
      resource.versions
        .filter(({ name, served }) => served && name === wanted.version)
        .map((version) => ({ resource, version })),
    );
}

function stringsAt(rule: JsonObject, field: string): string[] {
  return listAt(rule, field).filter((value) => typeof value === "string");
}
