import { checkComponents } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { correctCRDs } from "./correct-crds.ts";
import { mutate } from "./mutation.ts";

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

/** A components file whose manager is granted these rules. */
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

/** What the rule finds, as `path: actual`. */
function found(rule: string, documents: readonly object[]): string[] {
  return checkComponents(documents)
    .violations.filter((violation) => violation.rule === rule)
    .map(({ path, actual }) => `${path}: ${JSON.stringify(actual)}`);
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
  test("with every verb it breaks nothing", () => {
    expect(found("RB-001", components(infrastructure, ownKinds()))).toEqual([]);
    expect(found("RB-001", components(infrastructure, ownKinds(["*"], ["*"])))).toEqual([]);
  });

  test.each(all)("without %s on its kinds", (verb) => {
    const rules = ownKinds(all.filter((each) => each !== verb));
    expect(found("RB-001", components(infrastructure, rules))).toEqual(
      plurals.map((plural) => `${plural}.${group}: "without ${verb}"`),
    );
  });

  test.each(["get", "update", "patch"])("without %s on their status", (verb) => {
    const rules = ownKinds(
      all,
      ["get", "update", "patch"].filter((each) => each !== verb),
    );
    expect(found("RB-001", components(infrastructure, rules))).toEqual(
      plurals.map((plural) => `${plural}/status.${group}: "without ${verb}"`),
    );
  });

  test("with rights on some objects by name alone", () => {
    const rules = ownKinds().map((rule) => ({ ...rule, resourceNames: ["one"] }));
    expect(found("RB-001", components(infrastructure, rules))).toHaveLength(2 * plurals.length);
  });
});

describe("RB-004: a provider of Machines reads Machines, and writes neither these nor what owns them", () => {
  test("reading is what it needs", () => {
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

  test("one of Clusters alone need not read Machines", () => {
    expect(found("RB-004", components(ofClusters, []))).toEqual([]);
  });

  test("one of MachinePools may write these (MP-010)", () => {
    const rules = [core(["machines"]), core(["machinepools"], ["patch"])];
    expect(found("RB-004", components([...ofMachines, ...ofPools], rules))).toEqual([]);
  });
});

describe("RB-012: roles are bound to the account of the manager", () => {
  const [role, binding] = components([], ownKinds()).slice(2) as [object, { readonly subjects: readonly object[] }];
  const bound = (...documents: object[]): string[] => found("RB-012", [account, deployment, ...documents]);

  test("bound as it is, nothing is wrong", () => {
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

  test("another object of the account's name is not the account", () => {
    expect(found("RB-012", [deployment, role, binding])).toEqual(['subjects: "manager"']);
  });
});

describe("rights on kinds of core and of others", () => {
  const own = (name: string): Granted => ({ apiGroups: ["example.com"], resources: [name], verbs: all });
  const templateOf = (documents: readonly (typeof infrastructure)[number][]) =>
    documents.filter(({ spec }) => spec.names.kind.endsWith("Template"));

  test("RB-003, RB-004: kinds of the same names in other groups may be written", () => {
    const rules = [core(["clusters", "machines"]), own("clusters"), own("machines")];
    expect(found("RB-003", components(ofMachines, rules))).toEqual([]);
    expect(found("RB-004", components(ofMachines, rules))).toEqual([]);
  });

  test("RB-004: a Template alone has no Machines to read", () => {
    expect(found("RB-004", components(templateOf(ofMachines), []))).toEqual([]);
  });

  test("RB-004: a Template of pools is no reason to write MachinePools", () => {
    const template = infrastructure
      .filter(({ spec }) => spec.names.kind === "FooMachineTemplate")
      .map((crd) => mutate(crd, { at: ["spec", "names", "kind"], to: "FooMachinePoolTemplate" }));
    const rules = [core(["machines"]), core(["machinepools"], ["patch"])];
    expect(found("RB-004", components([...ofMachines, ...template], rules))).toEqual(['rules[1].verbs: ["patch"]']);
  });

  test("RB-011: what a role that selects itself grants is said once", () => {
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

describe("what is granted to core", () => {
  const aggregated = (rules: readonly Granted[]): object => ({
    kind: "ClusterRole",
    metadata: { name: "aggregated", labels: { "cluster.x-k8s.io/aggregate-to-manager": "true" } },
    rules,
  });
  const [machine] = ofMachines.filter(({ spec }) => spec.names.kind === "FooMachine");
  const plural = machine?.spec.names.plural ?? "";
  const inGroup = (to: string): object => mutate(machine ?? {}, { at: ["spec", "group"], to });
  const pool = correctCRDs.v1beta2.filter(({ spec }) => spec.names.kind === "FooIPPool");

  test("RB-005: kinds outside of Cluster API's groups, with every verb", () => {
    expect(found("RB-005", [inGroup("foo.example.com")])).toEqual([`${plural}.foo.example.com: undefined`]);
    const rules = [{ apiGroups: ["foo.example.com"], resources: [plural], verbs: all.slice(1) }];
    expect(found("RB-005", [inGroup("foo.example.com"), aggregated(rules)])).toEqual([
      `${plural}.foo.example.com: "without get"`,
    ]);
  });

  test("RB-005: not kinds of Cluster API's own groups, which core has already, nor pools of addresses", () => {
    expect(found("RB-005", [inGroup("infrastructure.cluster.x-k8s.io")])).toEqual([]);
    expect(pool).toHaveLength(1);
    expect(found("RB-005", pool)).toEqual([]);
  });

  test("RB-006: a resource that no CRD of the group has, whatever other groups there are", () => {
    const rules = (apiGroups: string[], resources: string[]) => [{ apiGroups, resources, verbs: all }];
    const groups = [group, "other.example.com"];
    expect(found("RB-006", [...ofMachines, aggregated(rules(groups, [plural, `${plural}/status`, "*"]))])).toEqual([]);
    expect(found("RB-006", [...ofMachines, aggregated(rules(groups, ["typos"]))])).toEqual([
      'rules[0].resources: "typos"',
    ]);
    expect(found("RB-006", [...ofMachines, aggregated(rules(["other.example.com"], ["typos"]))])).toEqual([]);
  });

  test("a pool of addresses is not of a kind of core", () => {
    expect(found("RB-004", components(pool, []))).toEqual([]);
  });
});
