import { checkComponents, type RuleViolation } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { correctCRDs } from "./correct-crds.ts";
import { absent, mutate, schemaKeys } from "./mutation.ts";

const account = { kind: "ServiceAccount", metadata: { name: "manager", namespace: "foo" } };
const deployment = {
  kind: "Deployment",
  metadata: { name: "manager", namespace: "foo" },
  spec: { template: { spec: { serviceAccountName: "manager" } } },
};
const subjects = [{ kind: "ServiceAccount", name: "manager", namespace: "foo" }];

interface Granted {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

const all = ["get", "list", "watch", "create", "update", "patch", "delete"];
const read = ["get", "list", "watch"];
const core = (resources: string[], verbs = read): Granted => ({ apiGroups: ["cluster.x-k8s.io"], resources, verbs });

/** A components file whose manager has these rules. */
function components(crds: readonly object[], rules: readonly Granted[]): object[] {
  const role = { kind: "ClusterRole", metadata: { name: "manager" }, rules };
  const binding = {
    kind: "ClusterRoleBinding",
    metadata: { name: "manager" },
    roleRef: { kind: "ClusterRole", name: "manager" },
    subjects,
  };
  return [...crds, account, deployment, role, binding];
}

/** The violations of the rule except notes, as `path: actual`. */
function found(rule: string, documents: readonly object[]): string[] {
  return violationsOf(rule, documents)
    .filter(({ level }) => level !== "MAY")
    .map(({ path, actual }) => `${path}: ${JSON.stringify(actual)}`);
}

function violationsOf(rule: string, documents: readonly object[]): readonly RuleViolation[] {
  return checkComponents(documents).violations.filter((violation) => violation.rule === rule);
}

const infrastructure = correctCRDs.v1beta2.filter(({ spec }) => spec.group.startsWith("infrastructure"));
const { group } = infrastructure[0]?.spec ?? { group: "" };
const ofMachines = infrastructure.filter(({ spec }) => /^FooMachine(Template)?$/.test(spec.names.kind));
const ofPools = infrastructure.filter(({ spec }) => spec.names.kind.includes("Pool"));
const ofClusters = infrastructure.filter(({ spec }) => spec.names.kind.includes("Cluster"));
const plurals = infrastructure
  .filter(({ spec }) => !spec.names.kind.endsWith("Template"))
  .map(({ spec }) => spec.names.plural);

const ownKinds = (verbs = all, statusVerbs = ["get", "update", "patch"]): Granted[] => [
  { apiGroups: [group], resources: plurals, verbs },
  { apiGroups: [group], resources: plurals.map((plural) => `${plural}/status`), verbs: statusVerbs },
];

describe("RB-001: a provider reads and writes its own kinds and their status", () => {
  test("every verb suffices", () => {
    expect(found("RB-001", components(infrastructure, ownKinds()))).toEqual([]);
    expect(found("RB-001", components(infrastructure, ownKinds(["*"], ["*"])))).toEqual([]);
  });

  test.each(read)("a missing %s on its kinds is reported", (verb) => {
    const rules = ownKinds(all.filter((each) => each !== verb));
    expect(found("RB-001", components(infrastructure, rules))).toEqual(
      plurals.map((plural) => `${plural}.${group}: "without ${verb}"`),
    );
  });

  test.each(["update", "patch"])("%s suffices to change its kinds and their status", (verb) => {
    expect(found("RB-001", components(infrastructure, ownKinds([...read, verb], [verb])))).toEqual([]);
  });

  test("a missing verb to change its kinds or their status is reported", () => {
    expect(found("RB-001", components(infrastructure, ownKinds(read)))).toEqual(
      plurals.map((plural) => `${plural}.${group}: "without update, patch"`),
    );
    expect(found("RB-001", components(infrastructure, ownKinds(all, ["get"])))).toEqual(
      plurals.map((plural) => `${plural}/status.${group}: "without update, patch"`),
    );
  });

  test("missing create or delete is a note, because core and users create most kinds", () => {
    const rules = ownKinds(all.filter((verb) => verb !== "delete"));
    const violations = violationsOf("RB-001", components(infrastructure, rules));
    expect(violations.map(({ level, path, actual }) => [level, path, actual])).toEqual(
      plurals.map((plural) => ["MAY", `${plural}.${group}`, "without delete"]),
    );
  });

  test("rights restricted to object names are reported", () => {
    const rules = ownKinds().map((rule) => ({ ...rule, resourceNames: ["one"] }));
    const paths = found("RB-001", components(infrastructure, rules)).map((line) => line.split(":")[0]);
    expect(new Set(paths)).toEqual(
      new Set(plurals.flatMap((plural) => [`${plural}.${group}`, `${plural}/status.${group}`])),
    );
  });
});

describe("RB-004: a provider of Machines reads Machines, and writes neither Machines nor their owners", () => {
  test("it must have the verbs to read Machines", () => {
    expect(found("RB-004", components(ofMachines, [core(["machines"])]))).toEqual([]);
    expect(found("RB-004", components(ofMachines, []))).toEqual([
      'machines.cluster.x-k8s.io: "without get, list, watch"',
    ]);
    expect(found("RB-004", components(ofMachines, [core(["machines"], ["get"])]))).toEqual([
      'machines.cluster.x-k8s.io: "without list, watch"',
    ]);
  });

  test.each(["machines", "machines/status", "machinesets", "machinesets/status", "machinepools"])(
    "it may not write %s",
    (resource) => {
      const rules = [core(["machines"]), core([resource], ["get", "patch"])];
      expect(found("RB-004", components(ofMachines, rules))).toEqual(['rules[1].verbs: ["patch"]']);
    },
  );

  test("a provider with only Clusters need not read Machines", () => {
    expect(found("RB-004", components(ofClusters, []))).toEqual([]);
  });

  test("a provider of MachinePools may write MachinePools (MP-010)", () => {
    const rules = [core(["machines"]), core(["machinepools"], ["patch"])];
    expect(found("RB-004", components([...ofMachines, ...ofPools], rules))).toEqual([]);
  });

  describe("a provider of control planes that consist of Machines (CP-006)", () => {
    const ofControlPlanes = correctCRDs.v1beta2.filter(({ spec }) => spec.names.kind === "FooControlPlane");
    const wildcard = (...apiGroups: string[]): Granted => ({ apiGroups, resources: ["*"], verbs: ["get", "create"] });
    const written = [core(["machines", "machines/status"], all), wildcard("infrastructure.cluster.x-k8s.io")];
    const findings = (crds: readonly object[], rules: readonly Granted[]) =>
      ["RB-004", "RB-011"].flatMap((rule) => found(rule, components([...ofMachines, ...crds], rules)));

    test("may write Machines, and every resource of the infrastructure group", () => {
      expect(ofControlPlanes).toHaveLength(1);
      expect(findings(ofControlPlanes, written)).toEqual([]);
    });

    test("may write neither their sets nor every resource of other groups", () => {
      const mixed = wildcard("infrastructure.cluster.x-k8s.io", "example.com");
      expect(findings(ofControlPlanes, [core(["machines"]), wildcard("example.com"), mixed])).toEqual([
        'rules[1].resources: "*"',
        'rules[2].resources: "*"',
      ]);
      const sets = [core(["machines"]), core(["machinesets"], ["patch"])];
      expect(findings(ofControlPlanes, sets)).toEqual(['rules[1].verbs: ["patch"]', 'rules[1].verbs: ["patch"]']);
    });

    test("must have the field in its CRD", () => {
      const field = { at: schemaKeys("spec.machineTemplate"), to: absent };
      const without = ofControlPlanes.map((crd) => mutate(crd, field));
      const writes = 'rules[0].verbs: ["create","update","patch","delete"]';
      expect(findings(without, written)).toEqual([writes, writes, 'rules[1].resources: "*"']);
    });
  });

  describe("a provider whose pools have MachinePool Machines (MP-005)", () => {
    const findings = (crds: readonly object[], ...rules: Granted[]) => {
      const documents = components([...ofMachines, ...crds], [core(["machines"]), ...rules]);
      return ["RB-004", "RB-011"].flatMap((rule) => found(rule, documents));
    };

    test("may delete Machines", () => {
      expect(findings(ofPools, core(["machines"], ["delete"]))).toEqual([]);
      expect(findings(ofPools, core(["machines", "machines/status"], [...read, "delete"]))).toEqual([]);
    });

    test("may neither change Machines nor delete their owners", () => {
      const twice = (actual: string) => [actual, actual].map((verbs) => `rules[1].verbs: ${verbs}`);
      expect(findings(ofPools, core(["machines"], ["delete", "patch"]))).toEqual(twice('["delete","patch"]'));
      expect(findings(ofPools, core(["machines", "machinesets"], ["delete"]))).toEqual(twice('["delete"]'));
    });

    test("must have the field in its CRD to be allowed to delete Machines", () => {
      const field = { at: schemaKeys("status.infrastructureMachineKind"), to: absent };
      const without = ofPools.map((crd) => (crd.spec.names.kind === "FooMachinePool" ? mutate(crd, field) : crd));
      expect(findings(without, core(["machines"], ["delete"]))).toHaveLength(2);
      expect(findings([], core(["machines"], ["delete"]))).toHaveLength(2);
    });
  });
});

describe("RB-012: roles are bound to the manager's service account", () => {
  const [role, binding] = components([], ownKinds()).slice(2) as [object, { readonly subjects: readonly object[] }];
  const bound = (...documents: object[]): string[] => found("RB-012", [account, deployment, ...documents]);

  test("the correct binding breaks no rule", () => {
    expect(bound(role, binding)).toEqual([]);
  });

  test.each<[string, object[], string[]]>([
    ["no binding", [role], ['spec.template.spec.serviceAccountName: "manager"']],
    ["a binding of a role that is not in the file", [binding], ['roleRef.name: "manager"']],
    [
      "a binding of a Role where a ClusterRole is there",
      [role, { ...binding, roleRef: { kind: "Role", name: "manager" } }],
      ['roleRef.name: "manager"'],
    ],
    [
      "a binding to a group",
      [role, { ...binding, subjects: [{ kind: "Group", name: "manager" }] }],
      ['spec.template.spec.serviceAccountName: "manager"'],
    ],
    [
      "a binding to the account of another namespace",
      [role, { ...binding, subjects: [{ ...subjects[0], namespace: "bar" }] }],
      ['spec.template.spec.serviceAccountName: "manager"'],
    ],
    [
      "a binding to an account that is not in the file, too",
      [role, { ...binding, subjects: [...subjects, { kind: "ServiceAccount", name: "other", namespace: "foo" }] }],
      ['subjects: "other"'],
    ],
    [
      "a binding to a group as well, which is not of the file",
      [role, { ...binding, subjects: [...subjects, { kind: "Group", name: "others" }] }],
      [],
    ],
    [
      "a binding of a ClusterRole in the namespace of the manager alone",
      [role, { ...binding, kind: "RoleBinding", metadata: { name: "manager", namespace: "foo" } }],
      [],
    ],
  ])("%s", (_title, documents, expected) => {
    expect(bound(...documents)).toEqual(expected);
  });

  test("a missing account is a MUST violation if the role has no other subject", () => {
    const missing = { kind: "ServiceAccount", name: "other", namespace: "foo" };
    const group_ = { kind: "Group", name: "readers" };
    const extra = (...others: object[]) => ({ ...binding, metadata: { name: "extra" }, subjects: others });
    const levels = (...others: object[]) =>
      violationsOf("RB-012", [account, deployment, role, binding, extra(...others)]);
    expect(levels(missing).map(({ level }) => level)).toEqual(["MUST"]);
    expect(levels(missing, group_).map(({ level }) => level)).toEqual(["SHOULD"]);
    expect(levels(group_)).toEqual([]);
  });

  test("the account default exists in every namespace without being in a file", () => {
    const pods = { ...deployment, spec: { template: { spec: {} } } };
    const bound_ = { ...binding, subjects: [{ kind: "ServiceAccount", name: "default", namespace: "foo" }] };
    expect(found("RB-012", [pods, role, bound_])).toEqual([]);
    const ofPC001 = (serviceAccountName?: string) =>
      found("PC-001", [
        ...infrastructure,
        { ...deployment, spec: { template: { spec: { serviceAccountName } } } },
        ...[role, bound_],
      ]).filter((line) => line.includes("serviceAccountName"));
    expect(ofPC001()).toEqual([]);
    expect(ofPC001("default")).toEqual([]);
    expect(ofPC001("other")).toEqual(['spec.template.spec.serviceAccountName: "other"']);
  });

  test("an object of another kind with the account's name does not count", () => {
    expect(found("RB-012", [deployment, role, binding])).toEqual(['subjects: "manager"']);
  });
});

describe("rights on kinds of core and of other groups", () => {
  const own = (name: string): Granted => ({ apiGroups: ["example.com"], resources: [name], verbs: all });
  const templateOf = (documents: readonly (typeof infrastructure)[number][]) =>
    documents.filter(({ spec }) => spec.names.kind.endsWith("Template"));

  test("RB-003, RB-004: kinds with the same names in other groups may be written", () => {
    const rules = [core(["clusters", "machines"]), own("clusters"), own("machines")];
    expect(found("RB-003", components(ofMachines, rules))).toEqual([]);
    expect(found("RB-004", components(ofMachines, rules))).toEqual([]);
  });

  test("RB-004: a Template without its kind has no Machines to read", () => {
    expect(found("RB-004", components(templateOf(ofMachines), []))).toEqual([]);
  });

  test("RB-004: a Template of pools does not justify writing MachinePools", () => {
    const template = infrastructure
      .filter(({ spec }) => spec.names.kind === "FooMachineTemplate")
      .map((crd) => mutate(crd, { at: ["spec", "names", "kind"], to: "FooMachinePoolTemplate" }));
    const rules = [core(["machines"]), core(["machinepools"], ["patch"])];
    expect(found("RB-004", components([...ofMachines, ...template], rules))).toEqual(['rules[1].verbs: ["patch"]']);
  });

  test("RB-011: rights of a role that selects itself are reported once", () => {
    const [account_, deployment_, role, binding] = components([], [own("*")]);
    const selecting = {
      ...role,
      metadata: { name: "manager", labels: { a: "b" } },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] },
    };
    expect(
      found(
        "RB-011",
        [account_, deployment_, selecting, binding].filter((each) => each !== undefined),
      ),
    ).toEqual(['rules[0].resources: "*"']);
  });
});

describe("core's aggregated rights", () => {
  const aggregated = (rules: readonly Granted[]): object => ({
    kind: "ClusterRole",
    metadata: { name: "aggregated", labels: { "cluster.x-k8s.io/aggregate-to-manager": "true" } },
    rules,
  });
  const [machine] = ofMachines.filter(({ spec }) => spec.names.kind === "FooMachine");
  const plural = machine?.spec.names.plural ?? "";
  const inGroup = (to: string): object => mutate(machine ?? {}, { at: ["spec", "group"], to });
  const pool = correctCRDs.v1beta2.filter(({ spec }) => spec.names.kind === "FooIPPool");

  test("RB-005: include every verb on kinds outside of Cluster API's groups", () => {
    expect(found("RB-005", [inGroup("foo.example.com")])).toEqual([`${plural}.foo.example.com: undefined`]);
    const rules = [{ apiGroups: ["foo.example.com"], resources: [plural], verbs: all.slice(1) }];
    expect(found("RB-005", [inGroup("foo.example.com"), aggregated(rules)])).toEqual([
      `${plural}.foo.example.com: "without get"`,
    ]);
  });

  test("RB-005: need not include kinds of Cluster API's groups, which core already has, or address pools", () => {
    expect(found("RB-005", [inGroup("infrastructure.cluster.x-k8s.io")])).toEqual([]);
    expect(pool).toHaveLength(1);
    expect(found("RB-005", pool)).toEqual([]);
  });

  test("RB-006: must not name a resource without a CRD in a group of the provider", () => {
    const rules = (apiGroups: string[], resources: string[]) => [{ apiGroups, resources, verbs: all }];
    const groups = [group, "other.example.com"];
    expect(found("RB-006", [...ofMachines, aggregated(rules(groups, [plural, `${plural}/status`, "*"]))])).toEqual([]);
    expect(found("RB-006", [...ofMachines, aggregated(rules(groups, ["typos"]))])).toEqual([
      'rules[0].resources: "typos"',
    ]);
    expect(found("RB-006", [...ofMachines, aggregated(rules(["other.example.com"], ["typos"]))])).toEqual([]);
  });

  test("need not include Machines for an address pool", () => {
    expect(found("RB-004", components(pool, []))).toEqual([]);
  });
});

describe("RB-014: a provider changes only its own CRDs", () => {
  const crdRule = (verbs: string[], more: object = {}, resource = "customresourcedefinitions") => ({
    ...{ apiGroups: ["apiextensions.k8s.io"], resources: [resource], verbs },
    ...more,
  });
  const actual = (granted: ReturnType<typeof crdRule>) =>
    violationsOf("RB-014", components(infrastructure, [granted])).map((violation) => violation.actual);
  const named = { resourceNames: [`foomachines.${group}`] };

  test.each(["create", "update", "patch", "delete", "deletecollection", "*"])("%s of all CRDs is reported", (verb) => {
    expect(actual(crdRule(["get", verb]))).toEqual([`${verb} of all CRDs`]);
  });

  test("changes of their status or of all resources are reported", () => {
    expect(actual(crdRule(["patch"], {}, "customresourcedefinitions/status"))).toEqual(["patch of all CRDs"]);
    expect(actual(crdRule(["patch"], {}, "*"))).toEqual(["patch of all CRDs"]);
  });

  test("reading all CRDs and changing named ones is allowed", () => {
    expect(actual(crdRule(read))).toEqual([]);
    expect(actual(crdRule([...read, "update", "patch", "delete"], named))).toEqual([]);
    expect(actual(crdRule(["patch"], {}, "customresourcedefinitions/finalizers"))).toEqual([]);
  });

  test("resourceNames do not restrict create, deletecollection or *", () => {
    expect(actual(crdRule(["create", "deletecollection", "patch"], named))).toEqual([
      "create, deletecollection of all CRDs",
    ]);
    expect(actual(crdRule(["*"], named))).toEqual(["* of all CRDs"]);
  });
});
