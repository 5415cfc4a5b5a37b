import { labels } from "../../names/labels.ts";
import { fieldsAt } from "@capstan/kube";
import { groups } from "../../names/groups.ts";
import { isGrantedToCore, parseProviderLabel } from "../../names/provider-types.ts";
import { roleOf } from "../../roles/roles.ts";
import { type CRDSubject } from "../crds/crd-subject.ts";
import { declares } from "../crds/field-faults.ts";
import { type KindRole, mainRoleOf } from "../crds/kind-role.ts";
import { textOrEmpty } from "../rule/json.ts";
import { type Fault, type Rule, rule } from "../rule/rule.ts";
import { bindingFaults } from "./binding-faults.ts";
import { type Bundle } from "./bundle.ts";
import { covers, type GrantedRule, grantedRules, verbsMissing } from "./granted-rule.ts";

const allVerbs = ["get", "list", "watch", "create", "update", "patch", "delete"];
const readVerbs = ["get", "list", "watch"];
/** The verbs that resourceNames can restrict: a create request has no name yet, and a collection has no name. */
const limitedByName = ["update", "patch", "delete"];

/** The rules about the permissions of the provider and core. */
export const rbacRules: readonly Rule<Bundle>[] = [
  rule("RB-001", function* ({ crds, granted }) {
    for (const crd of crds.filter(({ role }) => mainRoleOf(role) === role)) {
      const plural = pluralOfCRD(crd.document);
      yield* missing(granted, crd.group, plural, readVerbs);
      yield* unchangeable(granted, crd.group, plural);
      yield* unchangeable(granted, crd.group, `${plural}/status`);
      // Core and users create most kinds.
      for (const fault of missing(granted, crd.group, plural, ["create", "delete"])) yield { ...fault, level: "MAY" };
    }
  }),
  rule("RB-002", function* ({ crds, granted }) {
    if (crds.some(({ role }) => role === "BootstrapConfig")) yield* missing(granted, "", "secrets", allVerbs);
  }),
  rule("RB-003", (bundle) => {
    // The core sends its objects to a runtime extension, which may need no others.
    const ofCluster = isExtension(bundle) ? [] : ["clusters"];
    return bundle.isCore ? [] : readOnly(bundle.granted, ["clusters"], ofCluster);
  }),
  rule("RB-004", ({ granted, crds }) => {
    const machineLevel = crds.some(({ role }) => ownerOf(role) === "Machine" && mainRoleOf(role) === role);
    if (!machineLevel) return [];
    const pools = scalesPools(crds) ? [] : ["machinepools"];
    const machines = consistsOfMachines(crds) ? [] : ["machines"];
    const deletable = makesMachines(crds) ? ["machines"] : [];
    return readOnly(granted, [...machines, "machinesets", ...pools], ["machines"], deletable);
  }),
  rule("RB-005", aggregationFaults),
  rule("RB-006", function* (bundle) {
    const plurals = new Set(bundle.allCRDs.map((crd) => `${pluralOfCRD(crd)}.${textOrEmpty(crd, "spec", "group")}`));
    const ours = new Set(bundle.allCRDs.map((crd) => textOrEmpty(crd, "spec", "group")));
    for (const { role, path, apiGroups, resources } of aggregatedRules(bundle)) {
      for (const resource of resources.filter((name) => name !== "*" && apiGroups.some((group) => ours.has(group)))) {
        const known = apiGroups.some((group) => plurals.has(`${resource.split("/")[0] ?? ""}.${group}`));
        if (!known) yield { object: role, path: `${path}.resources`, expected: "plurals of CRDs", actual: resource };
      }
    }
  }),
  rule("RB-008", function* ({ options, granted, crds }) {
    for (const plural of options.blockingOwners ?? []) {
      const group = crds.find(({ document }) => pluralOfCRD(document) === plural)?.group ?? groups.core;
      yield* missing(granted, group, `${plural}/finalizers`, ["update"]);
    }
  }),
  rule("RB-009", function* ({ options, granted }) {
    if (options.resolvesReferences !== true) return;
    yield* missing(granted, "apiextensions.k8s.io", "customresourcedefinitions", readVerbs);
  }),
  rule("RB-010", function* (bundle) {
    const { granted, deployments } = bundle;
    if (deployments.length === 0) return;
    const events = ["", "events.k8s.io"].map((group) => verbsMissing(granted, group, "events", ["create", "patch"]));
    if (events.every((verbs) => verbs.length > 0) && !isExtension(bundle))
      yield fault("events", "create and patch granted", undefined);
    const leases = granted.filter((policy) => covers(policy, "coordination.k8s.io", "leases"));
    yield* missing(granted, "coordination.k8s.io", "leases", ["get", "create", "update"]);
    for (const { role, path, kind } of leases.filter((policy) => policy.kind !== "Role")) {
      yield { object: role, path, expected: "leases granted by a Role, not for all namespaces", actual: kind };
    }
  }),
  rule("RB-011", function* ({ granted, crds, isCore }) {
    const deletable = makesMachines(crds) ? ["machines"] : [];
    const isControlPlane = consistsOfMachines(crds);
    const isNeeded = (name: string, writes: readonly string[]) =>
      (scalesPools(crds) && name === "machinepools") ||
      (isControlPlane && name.replace(/\/status$/, "") === "machines") ||
      isDeletionOf(deletable, name, writes);
    const isInfrastructure = (policy: GrantedRule) =>
      policy.apiGroups.every((group) => group === groups.infrastructure);
    for (const policy of granted) {
      for (const key of ["apiGroups", "resources", "verbs"] as const) {
        if (!policy[key].includes("*")) continue;
        if (isControlPlane && key === "resources" && isInfrastructure(policy)) continue;
        yield { object: policy.role, path: `${policy.path}.${key}`, expected: "no wildcard", actual: "*" };
      }
      const writes = policy.verbs.filter((verb) => !readVerbs.includes(verb));
      const core =
        !isCore &&
        policy.apiGroups.includes(groups.core) &&
        policy.resources.some((name) => !isNeeded(name, writes) && !name.endsWith("/finalizers"));
      const nodes = policy.apiGroups.includes("") && policy.resources.includes("nodes");
      if ((core || nodes) && writes.length > 0) {
        yield { object: policy.role, path: `${policy.path}.verbs`, expected: "reading only", actual: writes };
      }
    }
  }),
  rule("RB-012", bindingFaults),
  rule("RB-014", crdChangeFaults),
];

/** A runtime extension has answers instead of Events. */
function isExtension({ provider }: Bundle): boolean {
  return parseProviderLabel(provider)?.type === "runtime-extension";
}

/** Whether the provider may write `spec.replicas` of MachinePools (rule MP-010). */
function scalesPools(crds: readonly CRDSubject[]): boolean {
  return crds.some(({ role }) => ownerOf(role) === "MachinePool" && mainRoleOf(role) === role);
}

/**
 * Whether the provider has objects for the machines of pools, for which core creates Machines (rule MP-005). The provider deletes such
 * objects through their Machines.
 */
function makesMachines(crds: readonly CRDSubject[]): boolean {
  const pools = crds.filter(({ role }) => ownerOf(role) === "MachinePool" && mainRoleOf(role) === role);
  return pools.some(({ versions }) =>
    versions.some((version) => version.served && declares(version, "status.infrastructureMachineKind")),
  );
}

/** Whether the provider has control planes that consist of Machines (rule CP-006), whose infrastructure may be of any kind. */
function consistsOfMachines(crds: readonly CRDSubject[]): boolean {
  const controlPlanes = crds.filter(({ role }) => role === "ControlPlane");
  return controlPlanes.some(({ versions }) =>
    versions.some((version) => version.served && declares(version, "spec.machineTemplate")),
  );
}

/** Whether a rule with the verbs `writes` allows nothing on a resource except its deletion, which is needed. */
function isDeletionOf(deletable: readonly string[], resource: string, writes: readonly string[]): boolean {
  return deletable.includes(resource.replace(/\/status$/, "")) && writes.every((verb) => verb === "delete");
}

function pluralOfCRD(crd: unknown): string {
  return textOrEmpty(crd, "spec", "names", "plural");
}

function fault(path: string, expected: string, actual: unknown): Fault {
  return { object: "roles of the manager", path, expected, actual };
}

function* missing(rules: readonly GrantedRule[], group: string, resource: string, verbs: string[]): Iterable<Fault> {
  const lacking = verbsMissing(rules, group, resource, verbs);
  const name = group === "" ? resource : `${resource}.${group}`;
  if (lacking.length > 0) yield fault(name, `${verbs.join(", ")} granted`, `without ${lacking.join(", ")}`);
}

/** Reports a resource for which neither update nor patch is granted. */
function* unchangeable(rules: readonly GrantedRule[], group: string, resource: string): Iterable<Fault> {
  const lacking = verbsMissing(rules, group, resource, ["update", "patch"]);
  if (lacking.length === 2) yield fault(`${resource}.${group}`, "update or patch granted", "without update, patch");
}

/** CRDs that the provider may change although they are not its own. */
function* crdChangeFaults({ granted, allCRDs }: Bundle): Iterable<Fault> {
  const resources = ["customresourcedefinitions", "customresourcedefinitions/status"];
  const names = allCRDs.map((crd) => textOrEmpty(crd, "metadata", "name")).join(", ");
  for (const { role, path, limited, verbs, ...policy } of granted) {
    if (!resources.some((resource) => covers(policy, "apiextensions.k8s.io", resource))) continue;
    const unlimited = verbs.filter((verb) => !readVerbs.includes(verb) && !(limited && limitedByName.includes(verb)));
    if (unlimited.length === 0) continue;
    const expected = `${limitedByName.join(", ")} with resourceNames: ${names}`;
    yield { object: role, path, expected, actual: `${unlimited.join(", ")} of all CRDs` };
  }
}

/** Kinds of core that the provider may write or may not read, except for permitted deletions. */
function* readOnly(
  granted: readonly GrantedRule[],
  kinds: string[],
  needed: string[] = kinds,
  deletable: string[] = [],
): Iterable<Fault> {
  for (const resource of needed) yield* missing(granted, groups.core, resource, readVerbs);
  for (const policy of granted) {
    const names = kinds.flatMap((kind) => [kind, `${kind}/status`]);
    const writes = policy.verbs.filter((verb) => !readVerbs.includes(verb));
    const about =
      policy.apiGroups.includes(groups.core) &&
      policy.resources.some((name) => names.includes(name) && !isDeletionOf(deletable, name, writes));
    if (about && writes.length > 0) {
      yield { object: policy.role, path: `${policy.path}.verbs`, expected: readVerbs.join(", "), actual: writes };
    }
  }
}

function aggregatedRules({ roles }: Bundle): GrantedRule[] {
  return roles
    .filter(
      (role) =>
        role.kind === "ClusterRole" && fieldsAt(role, "metadata", "labels")[labels.aggregateToManager] === "true",
    )
    .flatMap((role) => grantedRules(role));
}

function* aggregationFaults(bundle: Bundle): Iterable<Fault> {
  const rules = aggregatedRules(bundle);
  for (const { group, document, role } of bundle.crds.filter(owesAccess)) {
    // Rule RB-007: core neither creates nor deletes these kinds.
    const reduced = mainRoleOf(role) !== role && ownerOf(role) === "Cluster";
    const verbs = reduced ? ["get", "list", "patch", "update", "watch"] : allVerbs;
    const resource = pluralOfCRD(document);
    const lacking = verbsMissing(rules, group, resource, verbs);
    if (lacking.length === 0) continue;
    yield {
      object: `ClusterRole with the label ${labels.aggregateToManager}: "true"`,
      path: `${resource}.${group}`,
      expected: `${verbs.join(", ")} granted to core`,
      actual: rules.length === 0 ? undefined : `without ${lacking.join(", ")}`,
    };
  }
}

/** Whether core needs access to a kind's group. Only their providers use address pools. */
function owesAccess({ group, role }: CRDSubject): boolean {
  return role !== "IPPool" && !isGrantedToCore(group);
}

/** The kind of core that owns objects of a kind, or objects created from its Templates. */
function ownerOf(role: KindRole): string | undefined {
  const main = mainRoleOf(role);
  return main === undefined ? undefined : roleOf(main).owner;
}
