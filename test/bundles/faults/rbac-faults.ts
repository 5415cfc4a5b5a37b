import { listAt, textAt } from "@capstan/kube";
import { absent } from "../../../packages/contract/test/rules/mutation.ts";
import { type FaultKind, type FaultSubject, type FaultTarget, type Json } from "./fault.ts";
import { change, inKinds, inRoleCRDs, rolesOfManagers } from "./targets.ts";

const readVerbs = ["get", "list", "watch"];

/** `plural.group` of the kinds that the provider reconciles. */
function mainKinds(subject: FaultSubject): ReadonlySet<string> {
  const names = new Set<string>();
  inRoleCRDs(subject, ({ document, role, group }) => {
    const plural = textAt(document, "spec", "names", "plural") ?? "";
    if (!role.endsWith("Template") && role !== "IPPool") names.add(`${plural}.${group}`);
    return [];
  });
  return names;
}

/** `resource.group` of the resources in a rule of a role. */
function resourcesOf(rule: unknown): string[] {
  return listAt(rule, "apiGroups").flatMap((group) =>
    listAt(rule, "resources").map((resource) => `${String(resource)}.${String(group)}`),
  );
}

/** A rule of a manager's role that covers one of `wanted`, which no other rule covers. */
function soleRules(
  subject: FaultSubject,
  wanted: ReadonlySet<string>,
  targetsIn: (index: number, role: Json, at: number, rule: unknown) => FaultTarget[],
): FaultTarget[] {
  const all = rolesOfManagers(subject).flatMap(({ role, index }) =>
    listAt(role, "rules").map((rule, at) => ({ role, index, at, rule, about: resourcesOf(rule) })),
  );
  const isWild = (about: readonly string[]) => about.some((name) => name.includes("*"));
  return all.flatMap(({ role, index, at, rule, about }) => {
    const others = all.filter((other) => other.rule !== rule).map((other) => other.about);
    const isSole = about.some(
      (name) => wanted.has(name) && !others.some((other) => other.includes(name) || isWild(other)),
    );
    return isSole ? targetsIn(index, role, at, rule) : [];
  });
}

/** Faults in the permissions of a provider. */
export const rbacFaults: readonly FaultKind[] = [
  {
    name: "no rule for a kind of the provider",
    rules: ["RB-001"],
    targetsIn: (subject) =>
      soleRules(subject, mainKinds(subject), (index, role, at) => [change(index, role, ["rules", at], absent)]),
  },
  {
    name: "a kind of the provider that it may not read",
    rules: ["RB-001"],
    targetsIn: (subject) =>
      soleRules(subject, mainKinds(subject), (index, role, at, rule) =>
        readVerbs
          .filter((verb) => listAt(rule, "verbs").includes(verb))
          .map((verb) =>
            change(
              index,
              role,
              ["rules", at, "verbs"],
              listAt(rule, "verbs").filter((each) => each !== verb),
            ),
          ),
      ),
  },
  {
    name: "a kind of the provider that it may only read",
    rules: ["RB-001"],
    targetsIn: (subject) =>
      soleRules(subject, mainKinds(subject), (index, role, at) => [
        change(index, role, ["rules", at, "verbs"], readVerbs),
      ]),
  },
  {
    name: "Clusters that it may not read",
    rules: ["RB-003"],
    targetsIn: (subject) =>
      soleRules(subject, new Set(["clusters.cluster.x-k8s.io"]), (index, role, at) => [
        change(index, role, ["rules", at], absent),
      ]),
  },
  {
    name: "all verbs by a wildcard",
    rules: ["RB-011"],
    targetsIn: (subject) =>
      rolesOfManagers(subject).flatMap(({ role, index }) =>
        listAt(role, "rules").map((_, at) => change(index, role, ["rules", at, "verbs"], ["*"])),
      ),
  },
  {
    name: "a binding of a role that is not there",
    rules: ["RB-012"],
    targetsIn: (subject) =>
      inKinds(["RoleBinding", "ClusterRoleBinding"], subject, (binding, index) => [
        change(index, binding, ["roleRef", "name"], "no-such-role"),
      ]),
  },
  {
    name: "a binding to an account that is not there",
    rules: ["RB-012"],
    targetsIn: (subject) =>
      inKinds(["RoleBinding", "ClusterRoleBinding"], subject, (binding, index) =>
        listAt(binding, "subjects").flatMap((each, at) =>
          textAt(each, "kind") === "ServiceAccount"
            ? [change(index, binding, ["subjects", at, "name"], "no-such-account")]
            : [],
        ),
      ),
  },
  {
    name: "no right to elect a leader",
    rules: ["RB-010"],
    targetsIn: (subject) =>
      soleRules(subject, new Set(["leases.coordination.k8s.io"]), (index, role, at) => [
        change(index, role, ["rules", at], absent),
      ]),
  },
];
