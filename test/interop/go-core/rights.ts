import type { PolicyRule } from "@capstan/provider";
import type { AuditEntry } from "@capstan/testkit";
import { expect } from "vitest";
import type { GoManagementCluster, InstalledProvider } from "@capstan/harness/go";

/** Permissions that a healthy run does not use, and why a provider has them nevertheless; "asked for": by the contract. */
const reserved: readonly { readonly right: RegExp; readonly why: string }[] = [
  {
    right: /^(create|update|delete) \w+\.(bootstrap|infrastructure|controlplane|addons)\.[\w.-]+$/,
    why: "asked for (RB-001): all verbs on a provider's own kinds",
  },
  {
    right: /^patch \w+\.bootstrap\.[\w.-]+$/,
    why: "asked for (RB-001); used by a bootstrap provider that has something to remove, for its finalizer",
  },
  {
    right: /^(get|update) \w+\.(bootstrap|infrastructure|controlplane|addons)\.[\w.-]+\/status$/,
    why: "asked for (RB-001)",
  },
  {
    right: /^get \w+\.(bootstrap|infrastructure|controlplane|addons)\.[\w.-]+$/,
    why: "after NotFound, to know whether the object is gone; after Conflict, to see it again",
  },
  {
    right: /^(get|list|watch) (clusters|machines|machinepools)\.cluster\.x-k8s\.io\/status$/,
    why: "asked for (RB-003, RB-004)",
  },
  {
    right: /^get (clusters|machines|machinepools)\.cluster\.x-k8s\.io$/,
    why: "asked for (RB-003, RB-004); caches list and watch",
  },
  { right: /^list /, why: "for servers that do not send lists as watches, and to compare versions after an outage" },
  {
    right: /^get kubeadmcontrolplanes\.controlplane\.cluster\.x-k8s\.io$/,
    why: "for templates in files of Machines that a KubeadmControlPlane owns",
  },
  {
    right: /^patch (customresourcedefinitions\.apiextensions\.k8s\.io\/status|\w+templates\.infrastructure\.[\w.-]+)$/,
    why: "to migrate what an earlier release has stored in an earlier version (RB-014)",
  },
  { right: /^update secrets$/, why: "asked for (RB-002)" },
  {
    right: /^delete secrets$/,
    why: "asked for (RB-002), by OwnerReferencesPermissionEnforcement of those that change an owner",
  },
  {
    right: /^patch secrets$/,
    why: "to adopt a Secret that is there already (BS-007), and to change a kubeconfig (CP-008)",
  },
  { right: /^get secrets$/, why: "a Secret without the cluster name label, as users make them, is in no cache" },
  { right: /^(create|patch) events\.events\.k8s\.io$/, why: "Events tell of failures (RB-010)" },
  {
    right: /^create (tokenreviews\.authentication|subjectaccessreviews\.authorization)\.k8s\.io$/,
    why: "who asks for metrics, and whether they may; no one does here",
  },
  { right: /^(get|create|update) leases\.coordination\.k8s\.io$/, why: "leader election, where it is asked for" },
];

/** Each verb on each resource as one permission: "get secrets", "patch shellconfigs.bootstrap.cluster.x-k8s.io/status". */
function rightsOf(rules: readonly PolicyRule[]): string[] {
  return rules.flatMap(({ apiGroups, resources, verbs }) =>
    apiGroups.flatMap((group) => resources.flatMap((name) => verbs.map((verb) => right(verb, group, name)))),
  );
}

function rightUsed({ verb, objectRef }: AuditEntry): string {
  const { apiGroup = "", resource = "", subresource } = objectRef ?? {};
  return right(verb, apiGroup, subresource === undefined ? resource : `${resource}/${subresource}`);
}

function right(verb: string, group: string, resource: string): string {
  const [plural = "", subresource] = resource.split("/");
  const name = group === "" ? plural : `${plural}.${group}`;
  return `${verb} ${name}${subresource === undefined ? "" : `/${subresource}`}`;
}

/** The unused permissions of a provider, by the reason for them. Fails if it has an unused permission without a known reason. */
export function expectEveryRightUsed(management: GoManagementCluster, provider: InstalledProvider): string[] {
  const used = new Set(management.requestsOf(provider.user).map(rightUsed));
  const unused = rightsOf(provider.roles.flatMap(({ rules }) => rules)).filter((name) => !used.has(name));
  const reasonOf = (name: string) => reserved.find(({ right: pattern }) => pattern.test(name))?.why;
  expect(
    unused.filter((name) => reasonOf(name) === undefined),
    `${provider.user} has rights that it does not need`,
  ).toEqual([]);
  return [...Map.groupBy(unused, (name) => reasonOf(name) ?? "")].map(([why, names]) => `${names.join(", ")} (${why})`);
}
