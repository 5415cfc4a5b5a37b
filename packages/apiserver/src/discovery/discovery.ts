import { createHash } from "node:crypto";
import { apiVersionOf, type JsonObject } from "@capstan/kube";
import { type DiscoveredGroup, discoveredGroups } from "./groups.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type MediaRange } from "../output/accept.ts";
import { type Registry } from "../registry/registry.ts";
import { type Resource, type ResourceVersion, storedGroup } from "../registry/resource.ts";

/** `/api`: the versions of the core group. */
export function coreVersions(serverAddress: string): JsonObject {
  const serverAddressByClientCIDRs = [{ clientCIDR: "0.0.0.0/0", serverAddress }];
  return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs };
}

/** `/apis`: the named groups. */
export function groupList(registry: Registry, apiServices: readonly ApiObject[]): JsonObject {
  const groups = discoveredGroups(registry, apiServices, "service");
  return { kind: "APIGroupList", apiVersion: "v1", groups: groups.map(describeGroup) };
}

/** `/apis/<group>`; undefined if no version of the group is served. */
export function group(registry: Registry, apiServices: readonly ApiObject[], name: string): JsonObject | undefined {
  const found = discoveredGroups(registry, apiServices, "service").find((candidate) => candidate.name === name);
  return found === undefined ? undefined : { kind: "APIGroup", apiVersion: "v1", ...describeGroup(found) };
}

/** `/api/v1` and `/apis/<group>/<version>`; undefined if it is not served. */
export function resourceList(registry: Registry, groupName: string, version: string): JsonObject | undefined {
  const served = servedIn(registry, groupName, version);
  if (served.length === 0) return undefined;
  return {
    kind: "APIResourceList",
    // The real server omits it here, as clients of the first versions expected.
    ...(groupName === "" ? {} : { apiVersion: "v1" }),
    groupVersion: apiVersionOf({ group: groupName, version }),
    resources: served.flatMap(([resource, candidate]) => resourceEntries(resource, candidate)),
  };
}

/** The requested version of the aggregated document, if any. */
export function aggregatedVersion(ranges: readonly MediaRange[]): string | undefined {
  for (const { parameters } of ranges) {
    const { g, v, as } = parameters;
    if (g === "apidiscovery.k8s.io" && as === "APIGroupDiscoveryList" && (v === "v2" || v === "v2beta1")) return v;
  }
  return undefined;
}

/** `/api` or `/apis` as one document (apidiscovery.k8s.io). */
export function aggregated(
  registry: Registry,
  apiServices: readonly ApiObject[],
  { core, version }: { readonly core: boolean; readonly version: string },
): JsonObject {
  const groups = core ? [coreGroup] : discoveredGroups(registry, apiServices, "group");
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groups.map(({ name, versions }) => ({
      metadata: { ...(name === "" ? {} : { name }), creationTimestamp: null },
      versions: versions.map((one) => ({
        version: one,
        resources: aggregatedEntries(registry, name, one),
        freshness: "Current",
      })),
    })),
  };
}

const coreGroup: DiscoveredGroup = { name: "", versions: ["v1"] };

function describeGroup({ name, versions }: DiscoveredGroup): JsonObject {
  const described = versions.map((version) => ({ groupVersion: apiVersionOf({ group: name, version }), version }));
  return { name, versions: described, preferredVersion: described[0] };
}

function aggregatedEntries(registry: Registry, groupName: string, version: string): JsonObject[] {
  return servedIn(registry, groupName, version).map(([resource, served]) => aggregatedEntry(resource, served));
}

function servedIn(registry: Registry, groupName: string, version: string): [Resource, ResourceVersion][] {
  return registry.all().flatMap((resource): [Resource, ResourceVersion][] => {
    if (resource.group !== groupName) return [];
    const served = resource.versions.find((candidate) => candidate.name === version && candidate.served);
    return served === undefined ? [] : [[resource, served]];
  });
}

function resourceEntries(resource: Resource, version: ResourceVersion): JsonObject[] {
  const { plural, singular, namespaced, kind, shortNames, categories, verbs } = resource;
  const stored = resource.hashedVersion ?? resource.storageVersion;
  return [
    {
      name: plural,
      singularName: singular,
      namespaced,
      kind,
      verbs,
      ...(shortNames.length === 0 ? {} : { shortNames }),
      ...(categories.length === 0 ? {} : { categories }),
      // Resources that are not stored have none.
      ...(verbs.includes("watch") ? { storageVersionHash: versionHash(storedGroup(resource), stored, kind) } : {}),
    },
    ...version.subresources.map((part) => ({
      name: `${plural}/${part.name}`,
      singularName: "",
      namespaced,
      ...(part.group === undefined ? {} : { group: part.group, version: part.version }),
      kind: part.kind,
      verbs: part.verbs,
    })),
  ];
}

/** Changes with the storage version, so that clients rewrite objects. */
function versionHash(groupName: string, version: string, kind: string): string {
  const text = `${groupName}/${version}/${kind}`;
  return createHash("sha256").update(text).digest().subarray(0, 8).toString("base64");
}

function aggregatedEntry(resource: Resource, version: ResourceVersion): JsonObject {
  const { plural, singular, namespaced, kind, shortNames, categories, verbs, custom, group: groupName } = resource;
  // The real server omits a repetition of the group, except for custom resources.
  const own = custom ? { group: groupName, version: version.name } : { group: "", version: "" };
  return {
    resource: plural,
    responseKind: { ...own, kind },
    scope: namespaced ? "Namespaced" : "Cluster",
    singularResource: singular,
    verbs,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(version.subresources.length === 0 && !custom
      ? {}
      : {
          subresources: version.subresources.map((part) => ({
            subresource: part.name,
            responseKind: { group: part.group ?? own.group, version: part.version ?? own.version, kind: part.kind },
            verbs: part.verbs,
          })),
        }),
  };
}
