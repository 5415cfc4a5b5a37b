import { apiVersionOf, type JsonObject } from "@capstan/kube";
import { type Registry } from "../registry/registry.ts";
import { type Resource, type ResourceVersion } from "../registry/resource.ts";

const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const statusVerbs = ["get", "patch", "update"];

/** `/api`: the versions of the core group. */
export function coreVersions(serverAddress: string): JsonObject {
  const serverAddressByClientCIDRs = [{ clientCIDR: "0.0.0.0/0", serverAddress }];
  return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs };
}

/** `/apis`: the named groups. */
export function groupList(registry: Registry): JsonObject {
  return {
    kind: "APIGroupList",
    apiVersion: "v1",
    groups: groupsOf(registry).map(({ name }) => describeGroup(registry, name)),
  };
}

/** `/apis/<group>`; undefined if nothing of the group is served. */
export function group(registry: Registry, name: string): JsonObject | undefined {
  if (!groupsOf(registry).some((candidate) => candidate.name === name)) return undefined;
  return { kind: "APIGroup", apiVersion: "v1", ...describeGroup(registry, name) };
}

/** `/api/v1` and `/apis/<group>/<version>`; undefined if it is not served. */
export function resourceList(registry: Registry, groupName: string, version: string): JsonObject | undefined {
  const served = servedIn(registry, groupName, version);
  if (served.length === 0) return undefined;
  return {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: apiVersionOf({ group: groupName, version }),
    resources: served.flatMap(([resource, candidate]) => resourceEntries(resource, candidate)),
  };
}

/** `/api` or `/apis` as one document (apidiscovery.k8s.io). */
export function aggregated(registry: Registry, core: boolean, version: string): JsonObject {
  const groups = core ? [{ name: "", versions: ["v1"] }] : groupsOf(registry);
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groups.map(({ name, versions }) => ({
      metadata: { ...(name === "" ? {} : { name }), creationTimestamp: null },
      versions: versions.map((candidate) => ({
        version: candidate,
        resources: servedIn(registry, name, candidate).map(([resource, served]) => aggregatedEntry(resource, served)),
        freshness: "Current",
      })),
    })),
  };
}

interface Group {
  readonly name: string;
  readonly versions: readonly string[];
}

function groupsOf(registry: Registry): Group[] {
  const groups = new Map<string, string[]>();
  for (const resource of registry.all()) {
    if (resource.group === "") continue;
    const versions = groups.get(resource.group) ?? [];
    for (const { name, served } of resource.versions) if (served && !versions.includes(name)) versions.push(name);
    groups.set(resource.group, versions);
  }
  return [...groups].filter(([, versions]) => versions.length > 0).map(([name, versions]) => ({ name, versions }));
}

function describeGroup(registry: Registry, name: string): JsonObject {
  const versions = groupsOf(registry).find((candidate) => candidate.name === name)?.versions ?? [];
  const described = versions.map((version) => ({ groupVersion: apiVersionOf({ group: name, version }), version }));
  return { name, versions: described, preferredVersion: described[0] };
}

function servedIn(registry: Registry, groupName: string, version: string): [Resource, ResourceVersion][] {
  return registry.all().flatMap((resource): [Resource, ResourceVersion][] => {
    if (resource.group !== groupName) return [];
    const served = resource.versions.find((candidate) => candidate.name === version && candidate.served);
    return served === undefined ? [] : [[resource, served]];
  });
}

function resourceEntries(resource: Resource, version: ResourceVersion): JsonObject[] {
  const { plural, singular, namespaced, kind, shortNames, categories } = resource;
  const entry = {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
  };
  return [
    entry,
    ...subresources(resource, version).map((sub) => ({
      name: `${plural}/${sub.name}`,
      singularName: "",
      namespaced,
      ...sub.kind,
      verbs: sub.verbs ?? statusVerbs,
    })),
  ];
}

function aggregatedEntry(resource: Resource, version: ResourceVersion): JsonObject {
  const { plural, singular, namespaced, kind, shortNames, categories, group: groupName } = resource;
  const ownKind = { group: groupName, version: version.name, kind };
  return {
    resource: plural,
    responseKind: ownKind,
    scope: namespaced ? "Namespaced" : "Cluster",
    singularResource: singular,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    subresources: subresources(resource, version).map((sub) => ({
      subresource: sub.name,
      responseKind: {
        group: sub.kind.group ?? groupName,
        version: sub.kind.version ?? version.name,
        kind: sub.kind.kind,
      },
      verbs: sub.verbs ?? statusVerbs,
    })),
  };
}

/** The parts of a resource's objects that have paths of their own. */
export function subresources(
  resource: Resource,
  version: ResourceVersion,
): { name: string; kind: { kind: string; group?: string; version?: string }; verbs?: readonly string[] }[] {
  return [
    ...(resource.id === "pods."
      ? [
          { name: "eviction", kind: { group: "policy", version: "v1", kind: "Eviction" }, verbs: ["create"] },
          { name: "portforward", kind: { kind: "PodPortForwardOptions" }, verbs: ["create", "get"] },
        ]
      : []),
    ...(version.status ? [{ name: "status", kind: { kind: resource.kind } }] : []),
    ...(version.scale === undefined
      ? []
      : [{ name: "scale", kind: { group: "autoscaling", version: "v1", kind: "Scale" } }]),
  ];
}
