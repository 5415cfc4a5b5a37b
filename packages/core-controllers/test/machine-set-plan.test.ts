import { type Condition, labelValue, type Machine, type MachineSet, inDeletionOrder } from "@capstan/contract";
import { randomText } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { nameOf, namingProblem } from "../src/controllers/machine-set/machine-name.ts";
import { type MachineSetFacts, planMachineSet } from "../src/controllers/machine-set/plan.ts";
import { preflightProblems } from "../src/controllers/machine-set/preflight.ts";
import { decideRemediation } from "../src/controllers/machine-set/remediation.ts";
import { found, machineObject } from "./scene/objects.ts";
import { machineDeployment, machineSet, machineTemplate } from "./scene/sets.ts";

const at = "2030-01-01T00:00:00Z";
const condition = (type: string, status: Condition["status"], rest: Partial<Condition> = {}): Condition => {
  return { type, status, reason: "Waiting", message: "", lastTransitionTime: at, ...rest };
};
const named = (machines: readonly { readonly metadata: { readonly name: string } }[]) =>
  machines.map(({ metadata }) => metadata.name);

/** A Machine that a health check marks unhealthy for its set. */
function unhealthy(name: string, metadata: Partial<Machine["metadata"]> = {}, owner: Partial<Condition> = {}): Machine {
  const conditions = [condition("HealthCheckSucceeded", "False"), condition("OwnerRemediated", "False", owner)];
  return machineObject({ name, metadata, status: { nodeRef: { name }, conditions } });
}

const controlPlane = (status: object, spec: object = { version: "v1.36.0" }): MachineSetFacts["controlPlane"] => ({
  reference: { apiGroup: "controlplane.cluster.x-k8s.io", kind: "TestControlPlane", name: "p" },
  observed: found("TestControlPlane", { name: "p", spec, status }),
});
const stable = controlPlane({ version: "v1.36.0" });
const upgrading = controlPlane({ version: "v1.35.0" });
const isUpgrading = 'TestControlPlane default/p is upgrading ("ControlPlaneIsStable" preflight check failed)';

describe("the plan of a MachineSet", () => {
  const labels = { "cluster.x-k8s.io/set-name": "s" };
  const set = (spec: Partial<MachineSet["spec"]> = {}) =>
    machineSet("s", { selector: { matchLabels: labels }, replicas: 2, ...spec });
  const plan = (facts: Partial<MachineSetFacts> = {}) =>
    planMachineSet({
      set: set(),
      deployment: undefined,
      machines: [],
      templates: { bootstrap: found("TestConfigTemplate"), infrastructure: found("TestMachineTemplate") },
      controlPlane: stable,
      ...facts,
    });

  test("creates missing Machines when nothing blocks it", () => {
    expect(plan()).toEqual({
      remediation: { delete: [], reports: [], clear: [] },
      kept: [],
      scale: { create: 2, delete: [] },
      blockers: { reason: "MachineCreationFailed", messages: [] },
    });
  });

  test("replaces unhealthy Machines, and keeps the others", () => {
    const machines = [unhealthy("a"), machineObject({ name: "b" })];
    const { remediation, kept, scale } = plan({ machines });
    expect([named(remediation.delete), named(kept), named(scale.delete), scale.create]).toEqual([["a"], ["b"], [], 0]);
  });

  test("keeps unhealthy Machines that cannot be replaced, and shows the reason for missing ones", () => {
    const blocked = plan({ machines: [unhealthy("a")], controlPlane: upgrading });
    expect(named(blocked.remediation.delete)).toEqual([]);
    expect(blocked.remediation.reports.map(({ condition: { message } }) => message)).toEqual([`* ${isUpgrading}`]);
    expect(blocked.blockers).toEqual({ reason: "PreflightCheckFailed", messages: [isUpgrading] });
    const full = plan({
      machines: [machineObject({ name: "a" }), machineObject({ name: "b" })],
      controlPlane: upgrading,
    });
    expect(full.blockers.messages).toEqual([]);
  });

  test("skips the checks that its bootstrap template turns off", () => {
    const annotations = { "machineset.cluster.x-k8s.io/skip-preflight-checks": "ControlPlaneIsStable" };
    const bootstrap = found("TestConfigTemplate", { metadata: { annotations } });
    const templates = { bootstrap, infrastructure: found("TestMachineTemplate") };
    expect(plan({ controlPlane: upgrading, templates }).blockers.messages).toEqual([]);
    const missing = { ...templates, bootstrap: { state: "missing" } as const };
    expect(plan({ controlPlane: upgrading, templates: missing }).blockers.messages).toContain(isUpgrading);
    const own = set({ template: machineTemplate("t1", { bootstrap: { dataSecretName: "data" } }) });
    expect(
      plan({ set: own, controlPlane: upgrading, templates: { ...templates, bootstrap: undefined } }).blockers.messages,
    ).toEqual([isUpgrading]);
  });

  test("creates no Machine that it would not own or cannot name", () => {
    expect(plan({ set: set({ selector: { matchLabels: { a: "b" } } }) }).blockers.messages).toEqual([
      "spec.selector does not match the labels in spec.template.metadata.labels",
    ]);
    expect(plan({ set: set({ machineNaming: { template: "x" } }) }).blockers.messages).toEqual([
      "spec.machineNaming.template must contain {{ .random }}",
    ]);
  });
});

describe("remediation", () => {
  const alone = machineSet("s");

  test("takes the newest first, and equally old ones by name", () => {
    const created = (name: string, creationTimestamp?: string) =>
      unhealthy(name, creationTimestamp === undefined ? {} : { creationTimestamp });
    const machines = [created("c"), created("b", at), created("a"), created("d", "2030-01-02T00:00:00Z")];
    expect(named(decideRemediation(alone, undefined, machines).delete)).toEqual(["d", "b", "a", "c"]);
    expect(named(decideRemediation(alone, undefined, machines.toReversed()).delete)).toEqual(["d", "b", "a", "c"]);
  });

  test("ignores Machines that are deleted, healthy, or remediated by another controller", () => {
    const healthy = machineObject({
      name: "h",
      status: { conditions: [condition("HealthCheckSucceeded", "True"), condition("OwnerRemediated", "False")] },
    });
    const elsewhere = machineObject({
      name: "e",
      status: { conditions: [condition("HealthCheckSucceeded", "False")] },
    });
    const fine = machineObject({ name: "f", status: { conditions: [condition("HealthCheckSucceeded", "True")] } });
    const asked = machineObject({ name: "o", status: { conditions: [condition("OwnerRemediated", "False")] } });
    const deleted = unhealthy("g", { deletionTimestamp: at });
    const decision = decideRemediation(alone, undefined, [healthy, elsewhere, fine, asked, deleted, machineObject()]);
    expect(decision).toEqual({ delete: [], reports: [], clear: [healthy] });
  });

  test("counts only Machines that it deletes itself against maxInFlight", () => {
    const limited = machineDeployment("d", { remediation: { maxInFlight: 1 } });
    const deleting = { reason: "MachineDeleting" };
    const decide = (other: Machine) => named(decideRemediation(alone, limited, [other, unhealthy("a")]).delete);
    expect(decide(unhealthy("g", { deletionTimestamp: at }, deleting))).toEqual([]);
    expect(decide(unhealthy("g", { deletionTimestamp: at }))).toEqual(["a"]);
    expect(decide(unhealthy("g", { deletionTimestamp: at }, { ...deleting, status: "True" }))).toEqual(["a"]);
    expect(decide(machineObject({ name: "g", metadata: { deletionTimestamp: at } }))).toEqual(["a"]);
    const notDeleted = decideRemediation(alone, limited, [
      machineObject({ name: "g", status: { conditions: [condition("OwnerRemediated", "False", deleting)] } }),
      unhealthy("a"),
    ]);
    expect(named(notDeleted.delete)).toEqual(["a"]);
  });

  test("computes a percentage of maxInFlight from the deployment's replicas, default one, rounded up", () => {
    const allowed = (replicas?: number) => {
      const spec = { remediation: { maxInFlight: "34%" }, ...(replicas === undefined ? {} : { replicas }) };
      const machines = ["a", "b", "c", "d"].map((name) => unhealthy(name));
      return decideRemediation(alone, machineDeployment("d", spec), machines).delete.length;
    };
    expect([allowed(), allowed(3), allowed(6)]).toEqual([1, 2, 3]);
  });

  test("reports each change once", () => {
    const [report] = decideRemediation(alone, undefined, [unhealthy("a")]).reports;
    expect(report?.condition).toEqual({
      type: "OwnerRemediated",
      status: "False",
      reason: "MachineDeleting",
      message: "Machine is deleting",
    });
    const again = (owner: Partial<Condition>) =>
      decideRemediation(alone, undefined, [unhealthy("a", {}, owner)]).reports.length;
    expect(again({ reason: "MachineDeleting", message: "Machine is deleting" })).toBe(0);
    expect(again({ reason: "MachineDeleting", message: "other" })).toBe(1);
    expect(again({ reason: "Other", message: "Machine is deleting" })).toBe(1);
  });

  test("reports only in v1beta2 that a Machine must wait or is replaced by a rollout", () => {
    const limited = machineDeployment("d", { remediation: { maxInFlight: 0 } });
    const [report] = decideRemediation(alone, limited, [unhealthy("a")]).reports;
    expect(report).not.toHaveProperty("deprecated");
    expect(report?.condition.message).toBe(
      "Waiting because there are already too many remediations in progress (spec.remediation.maxInFlight is 0)",
    );
  });
});

describe("preflight checks", () => {
  const problems = (
    control: MachineSetFacts["controlPlane"],
    version?: string,
    more: object = {},
    annotations: Record<string, string> = {},
  ) => {
    const set = machineSet("s", {
      template: machineTemplate("t1", { ...(version === undefined ? {} : { version }), ...more }),
    });
    set.metadata.annotations = annotations;
    return preflightProblems({ set, controlPlane: control, bootstrapTemplate: undefined });
  };
  const kubeadm = (apiGroup: string, kind = "KubeadmConfigTemplate") => ({
    bootstrap: { configRef: { apiGroup, kind, name: "t" } },
  });
  const bootstrap = "bootstrap.cluster.x-k8s.io";
  const join =
    'kubeadm can only join Machines with the minor version of the ControlPlane (v1.36.0) ("KubeadmVersionSkew" preflight check failed)';
  const skew = (version: string, why: string) =>
    `MachineSet version (${version}) and ControlPlane version (v1.36.0) are incompatible: the version of the MachineSet ${why} ("KubernetesVersionSkew" preflight check failed)`;

  test.each<[string, string | undefined, object, string[]]>([
    ["no version", undefined, {}, []],
    ["the same version", "v1.36.2", {}, []],
    ["three versions older", "v1.33.0", {}, []],
    ["four versions older", "v1.32.0", {}, [skew("v1.32.0", "is more than 3 minor versions older")]],
    ["newer", "v1.37.0", {}, [skew("v1.37.0", "is newer")]],
    ["no version at all", "latest", {}, ["latest is not a valid Kubernetes version"]],
    ["older, of kubeadm", "v1.35.0", kubeadm(bootstrap), [join]],
    ["the same minor version, of kubeadm", "v1.36.1", kubeadm(bootstrap), []],
    ["no version, of kubeadm", undefined, kubeadm(bootstrap), []],
    ["older, of another group", "v1.35.0", kubeadm("example.com"), []],
    ["older, of another kind", "v1.35.0", kubeadm(bootstrap, "OtherConfigTemplate"), []],
    ["older, without a config", "v1.35.0", { bootstrap: { dataSecretName: "data" } }, []],
  ])("for Machines of %s", (_which, version, more, expected) => {
    expect(problems(stable, version, more)).toEqual(expected);
  });

  test.each<[string, MachineSetFacts["controlPlane"], string[]]>([
    ["no control plane object", undefined, []],
    ["one without a version", controlPlane({}, {}), []],
    [
      "one that runs nothing yet",
      controlPlane({}),
      ['TestControlPlane default/p is provisioning ("ControlPlaneIsStable" preflight check failed)'],
    ],
    [
      "one whose versions are all current",
      controlPlane({ versions: [{ version: "v1.36.0" }], version: "v1.30.0" }),
      [],
    ],
    [
      "one with an old version among others",
      controlPlane({ versions: [{ version: "v1.36.0" }, { version: "v1.35.0" }] }),
      [isUpgrading],
    ],
    ["one whose list says nothing", controlPlane({ versions: [{ version: "" }, {}], version: "v1.36.0" }), []],
    ["one whose list says little", controlPlane({ versions: [{ version: "" }, {}, { version: "v1.36.0" }] }), []],
    [
      "one whose version is not one",
      controlPlane({ version: "x" }, { version: "x" }),
      ["x is not a valid Kubernetes version"],
    ],
  ])("with %s", (_which, control, expected) => {
    expect(problems(control, "v1.36.0")).toEqual(expected);
  });

  test.each([
    ["ControlPlaneIsStable", []],
    [" KubernetesVersionSkew , ControlPlaneIsStable ", []],
    ["All", []],
    ["KubernetesVersionSkew", [isUpgrading]],
    ["", [isUpgrading]],
  ])("are turned off by %j", (value, expected) => {
    expect(problems(upgrading, "v1.36.0", {}, { "machineset.cluster.x-k8s.io/skip-preflight-checks": value })).toEqual(
      expected,
    );
  });
});

describe("names of Machines", () => {
  test("of exactly 63 characters are kept, longer ones are shortened", () => {
    const long = (length: number) => machineSet("x".repeat(length - 6));
    expect(nameOf(long(63), () => "bbbbb")).toBe(`${"x".repeat(57)}-bbbbb`);
    expect(nameOf(long(64), () => "ccccc")).toBe(`${"x".repeat(58)}ccccc`);
    expect(namingProblem(machineSet("s"))).toBeUndefined();
    expect(namingProblem(machineSet("s", { machineNaming: { template: "{{ .random }}" } }))).toBeUndefined();
    expect(namingProblem(machineSet("s", { machineNaming: { template: "{{ .random }}-" } }))).toMatch(
      /generates bbbbb-, which/,
    );
  });

  test("are used as labels unchanged up to 63 characters, if they are valid", () => {
    expect(labelValue("x".repeat(63))).toBe("x".repeat(63));
    for (const name of ["a", "A.b_c-d", ""]) expect(labelValue(name)).toBe(name);
    // The Cluster API hash of names that are too long or invalid.
    for (const name of ["x".repeat(64), "a-", "-a", "a b"]) expect(labelValue(name)).toMatch(/^hash_[-\w]{6}_z$/);
    expect(labelValue("a-")).not.toBe(labelValue("-a"));
  });

  test("have random parts of the requested length without vowels", () => {
    for (const length of [1, 5, 40])
      expect(randomText(length)).toMatch(new RegExp(`^[b-df-hj-np-tv-z2456789]{${length}}$`));
  });
});

describe("the order of deletion", () => {
  const aged = (name: string, creationTimestamp?: string) =>
    machineObject({
      name,
      metadata: creationTimestamp === undefined ? {} : { creationTimestamp },
      status: { nodeRef: { name } },
    });
  const machines = [aged("b", "2030-01-02T00:00:00Z"), aged("a", "2030-01-01T00:00:00Z"), aged("d"), aged("c")];

  test.each([
    ["Random", ["a", "b", "c", "d"]],
    [undefined, ["a", "b", "c", "d"]],
    ["Newest", ["b", "a", "c", "d"]],
    ["Oldest", ["c", "d", "a", "b"]],
  ] as const)("%s, and then by name", (order, expected) => {
    expect(named(inDeletionOrder(machines, order))).toEqual(expected);
    expect(named(inDeletionOrder(machines.toReversed(), order))).toEqual(expected);
  });
});
