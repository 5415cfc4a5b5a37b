import { type KubernetesObject, labelValue, type Machine, type MachineSet, machineVersions } from "@capstan/contract";
import { without } from "@capstan/kube";
import { randomText, textFor } from "@capstan/runtime";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aggregate } from "../src/conditions/aggregate.ts";
import { updatedMachine } from "../src/controllers/machine-set/desired-machine.ts";
import { nameOf, namingProblem } from "../src/controllers/machine-set/machine-name.ts";
import { preflightProblems } from "../src/controllers/machine-set/preflight.ts";
import { decideRemediation } from "../src/controllers/machine-set/remediation.ts";
import { decideScale } from "../src/controllers/machine-set/scale.ts";
import { type ObservedReference } from "../src/references/reference.ts";
import { templateDifference } from "../src/replicas/template-difference.ts";
import { matchesSelector, selectorText } from "../src/kit/label-selector.ts";
import { found, machineObject } from "./scene/objects.ts";
import { machineDeployment, machineSet, machineTemplate } from "./scene/sets.ts";

const created = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute)).toISOString();

function machine(name: string, changes: Parameters<typeof machineObject>[0] = {}): Machine {
  return machineObject({ name, status: { nodeRef: { name } }, ...changes });
}

const unhealthy = (name: string, extra: object = {}, minute = 0): Machine =>
  machine(name, {
    metadata: { creationTimestamp: created(minute), ...extra },
    status: {
      conditions: ["HealthCheckSucceeded", "OwnerRemediated"].map((type) => ({
        type,
        status: "False",
        reason: "Waiting",
        message: "",
        lastTransitionTime: created(0),
      })),
    },
  });

const oldVerdict = (health: "True" | "False", owner: "True" | "False") =>
  (["HealthCheckSucceeded", "OwnerRemediated"] as const).map((type, index) => ({
    type,
    status: index === 0 ? health : owner,
    lastTransitionTime: created(0),
  }));

describe("scaling", () => {
  test("creates and deletes up to the desired number; a Machine counts until it is removed", () => {
    const machines = fc
      .array(fc.boolean(), { maxLength: 12 })
      .map((list) =>
        list.map((isDeleting, index) =>
          machine(`m${index}`, { metadata: isDeleting ? { deletionTimestamp: created(1) } : {} }),
        ),
      );
    fc.assert(
      fc.property(machines, fc.nat(12), (given, replicas) => {
        const decision = decideScale(machineSet("s", { replicas }), given);
        const goingAlready = given.filter(({ metadata }) => metadata.deletionTimestamp !== undefined).length;
        expect(decision.create).toBe(Math.max(0, replicas - given.length));
        expect(decision.delete).toHaveLength(Math.max(0, given.length - replicas - goingAlready));
        expect(decision.delete.every(({ metadata }) => metadata.deletionTimestamp === undefined)).toBe(true);
      }),
    );
  });

  test("assumes one replica if the number is unset", () => {
    const { spec, ...rest } = machineSet("s", { replicas: 5 });
    const set = { ...rest, spec: without(spec, "replicas") };
    expect(decideScale(set, [])).toEqual({ create: 1, delete: [] });
    expect(decideScale(set, [machine("a"), machine("b")]).delete).toHaveLength(1);
  });

  test("counts a Machine that is deleted for remediation as being deleted", () => {
    const [a, b, c] = [machine("a"), machine("b"), machine("c")];
    expect(decideScale(machineSet("s", { replicas: 1 }), [a, b, c], [c]).delete).toEqual([a]);
  });

  test("creates no Machine when creation is disabled", () => {
    const set = machineSet("s", { replicas: 3 });
    set.metadata.annotations = { "cluster.x-k8s.io/disable-machine-create": "true" };
    expect(decideScale(set, []).create).toBe(0);
  });
});

describe("remediation", () => {
  const limited = (maxInFlight: number | string) =>
    machineDeployment("d", { replicas: 4, remediation: { maxInFlight } });
  const ofDeployment = (): MachineSet => {
    const set = machineSet("s");
    set.metadata.labels = { "cluster.x-k8s.io/deployment-name": "d" };
    set.metadata.annotations = { "machinedeployment.clusters.x-k8s.io/revision": "2" };
    return set;
  };
  const withRevision = (deployment: ReturnType<typeof machineDeployment>, revision: string) => {
    deployment.metadata.annotations = { "machinedeployment.clusters.x-k8s.io/revision": revision };
    return deployment;
  };
  const namesOf = (machines: readonly { readonly metadata: { readonly name: string } }[]) =>
    machines.map(({ metadata }) => metadata.name);

  test("takes marked Machines first, then the newest, at most maxInFlight at a time", () => {
    const machines = [
      unhealthy("old", {}, 1),
      unhealthy("new", {}, 5),
      unhealthy("marked", { annotations: { "cluster.x-k8s.io/remediate-machine": "" } }, 0),
      machine("fine"),
    ];
    const decision = decideRemediation(ofDeployment(), withRevision(limited("50%"), "2"), machines);
    expect(namesOf(decision.delete)).toEqual(["marked", "new"]);
    expect(decision.reports[0]?.deprecated).toEqual({ type: "OwnerRemediated", status: "True" });
    expect(
      decision.reports.map(({ machine: reported, condition }) => [reported.metadata.name, condition.reason]),
    ).toEqual([
      ["marked", "MachineDeleting"],
      ["new", "MachineDeleting"],
      ["old", "RemediationDeferred"],
    ]);
    expect(namesOf(decideRemediation(machineSet("s"), undefined, machines).delete)).toHaveLength(3);
  });

  test("counts Machines under replacement, and leaves an outdated set to the rollout", () => {
    const going = unhealthy("going", { deletionTimestamp: created(1) });
    const [, owner] = going.status?.conditions ?? [];
    if (owner !== undefined) owner.reason = "MachineDeleting";
    const machines = [going, unhealthy("waiting")];
    expect(decideRemediation(ofDeployment(), withRevision(limited(1), "2"), machines).delete).toEqual([]);
    const rolledAway = decideRemediation(ofDeployment(), withRevision(limited(9), "3"), machines);
    expect(rolledAway.delete).toEqual([]);
    expect(rolledAway.reports.map(({ condition }) => condition.reason)).toEqual(["CannotBeRemediated"]);
  });

  test("of a recovered Machine removes its report", () => {
    const again = unhealthy("m");
    const [health] = again.status?.conditions ?? [];
    if (health !== undefined) health.status = "True";
    const decision = decideRemediation(machineSet("s"), undefined, [again]);
    expect(decision).toMatchObject({ delete: [], reports: [], clear: [again] });

    // a report only in the v1beta1 form, too
    const old = machine("o", { status: { deprecated: { v1beta1: { conditions: oldVerdict("True", "False") } } } });
    expect(decideRemediation(machineSet("s"), undefined, [old]).clear).toEqual([old]);
  });

  test("deletes no Machine that cannot be replaced, and reports the reason on the next ones", () => {
    const machines = [unhealthy("a", {}, 1), unhealthy("b", {}, 2)];
    const preflight = () => ["the control plane is upgrading", "and too old"];
    const decision = decideRemediation(ofDeployment(), withRevision(limited(1), "2"), machines, preflight);
    expect(decision.delete).toEqual([]);
    expect(
      decision.reports.map(({ machine: reported, condition, deprecated }) => [
        reported.metadata.name,
        condition,
        deprecated,
      ]),
    ).toEqual([
      [
        "b",
        expect.objectContaining({
          reason: "RemediationDeferred",
          message: "* the control plane is upgrading\n* and too old",
        }),
        expect.objectContaining({
          reason: "WaitingForRemediation",
          severity: "Warning",
          message: "the control plane is upgrading; and too old",
        }),
      ],
      ["a", expect.objectContaining({ reason: "RemediationDeferred" }), undefined],
    ]);
    const askedForNothing = () => {
      throw new Error("asked for nothing");
    };
    const idle = decideRemediation(machineSet("s"), undefined, [machine("fine")], askedForNothing);
    expect(idle.reports).toEqual([]);
    const full = decideRemediation(ofDeployment(), withRevision(limited(0), "2"), machines, askedForNothing);
    expect(full.reports.map(({ condition }) => condition.reason)).toEqual([
      "RemediationDeferred",
      "RemediationDeferred",
    ]);
  });
});

describe("names of Machines", () => {
  test("follow the naming template within the maximum length", () => {
    const set = machineSet("s", {
      machineNaming: { template: "{{ .cluster.name }}-{{.machineSet.name}}-{{ .random }}-x" },
    });
    expect(namingProblem(set)).toBeUndefined();
    expect(nameOf(set, randomText)).toMatch(/^c1-s-[bcdf-hj-np-tv-xz2456789]{5}-x$/);
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]([-a-z0-9]{0,90}[a-z0-9])?$/), (name) => {
        const made = nameOf(machineSet(name), randomText);
        expect(made.length).toBeLessThanOrEqual(63);
        expect(made).toMatch(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
      }),
    );
  });

  test("are unchanged up to 63 characters", () => {
    const name = (end: string) =>
      nameOf(machineSet("s", { machineNaming: { template: `{{ .random }}-${end}` } }), () => "vwxyz");
    expect(name("a".repeat(57))).toBe(`vwxyz-${"a".repeat(57)}`);
    expect(name("a".repeat(58))).toBe(`vwxyz-${"a".repeat(52)}vwxyz`);
  });

  test.each([
    ["{{ .machineSet.name }}", "must contain {{ .random }}"],
    ["{{ .pod }}-{{ .random }}", "uses the unknown variable .pod"],
    ["UPPER-{{ .random }}", "which is not a valid object name"],
  ])("fail for the template %s", (template, problem) => {
    expect(namingProblem(machineSet("s", { machineNaming: { template } }))).toContain(problem);
  });

  test("are equal for equal seeds, and invalid label values are hashed as in Cluster API", () => {
    expect(textFor("a", 5)).toBe(textFor("a", 5));
    expect(textFor("a", 5)).not.toBe(textFor("b", 5));
    expect(labelValue("short")).toBe("short");
    expect(labelValue("x".repeat(64))).toMatch(/^hash_[-_A-Za-z0-9]{6}_z$/);
  });
});

describe("templates", () => {
  test("ignore fields that change in place, and compare all others", () => {
    const base = machineTemplate("t1", { version: "v1.36.0" });
    const inPlace = {
      ...machineTemplate("t1", {
        version: "v1.36.0",
        minReadySeconds: 3,
        deletion: { nodeDrainTimeoutSeconds: 1 },
        readinessGates: [{ conditionType: "x" }],
        taints: [{ key: "k", effect: "NoSchedule" as const, propagation: "Always" as const }],
      }),
      metadata: { labels: { a: "b" } },
    };
    expect(templateDifference(base, inPlace)).toEqual([]);
    expect(templateDifference(base, machineTemplate("t1", { version: "v1.37.0" }))).toEqual([
      "Version v1.36.0, v1.37.0 required",
    ]);
    expect(templateDifference(base, machineTemplate("t2", { version: "v1.36.0", failureDomain: "a" }))).toEqual([
      "TestConfig is not up-to-date",
      "TestMachine is not up-to-date",
      "Failure domain none, a required",
    ]);
    const preset = (dataSecretName: string) => machineTemplate("t1", { bootstrap: { dataSecretName } });
    expect(templateDifference(preset(""), preset("b"))).toEqual(["spec.bootstrap.dataSecretName none, b required"]);
  });

  test("return a Machine unchanged if it is up to date with its set", () => {
    const set = machineSet("s", { template: { ...machineTemplate(), metadata: { labels: { a: "b" } } } });
    const once = updatedMachine(machineObject(), set);
    expect(updatedMachine(once, set)).toEqual(once);
  });
});

describe("the metadata that a Machine gets from its set", () => {
  const annotated = machineSet("s", { template: { ...machineTemplate(), metadata: { annotations: { a: "b" } } } });
  const bare = without(machineObject().metadata, "annotations");

  test("includes annotations that it lacks, and drops those that the set no longer has", () => {
    const added = updatedMachine({ ...machineObject(), metadata: bare }, annotated);
    expect(added.metadata.annotations).toEqual({ a: "b" });
    const manager = {
      manager: "capi-machineset",
      operation: "Apply",
      apiVersion: "cluster.x-k8s.io/v1beta2",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:metadata": { "f:annotations": { "f:a": {} }, "f:labels": { "f:cluster.x-k8s.io/set-name": {} } } },
    };
    const managed = { ...added, metadata: { ...added.metadata, managedFields: [manager] } };
    expect(updatedMachine(managed, machineSet("s")).metadata.annotations).toEqual({});
  });

  test("has no annotations if the set has none", () => {
    expect(updatedMachine({ ...machineObject(), metadata: bare }, machineSet("s")).metadata).not.toHaveProperty(
      "annotations",
    );
  });
});

describe("preflight checks", () => {
  const controlPlane = (spec: object, status: object = {}) =>
    found("KubeadmControlPlane", { name: "cp", spec, status });
  const stable = controlPlane({ version: "v1.36.0" }, { version: "v1.36.0" });
  const ofVersion = (version: string, kind = "KubeadmConfigTemplate") => {
    const set = machineSet("s", { template: machineTemplate("t1", { version }) });
    if (set.spec.template.spec.bootstrap.configRef !== undefined)
      set.spec.template.spec.bootstrap.configRef.kind = kind;
    return set;
  };
  const reference = { apiGroup: "controlplane.cluster.x-k8s.io", kind: "TestControlPlane", name: "cp" };
  const check = (set: MachineSet, observed: ObservedReference | undefined, bootstrapTemplate?: KubernetesObject) =>
    preflightProblems({
      set,
      controlPlane: observed === undefined ? undefined : { reference, observed },
      bootstrapTemplate,
    });

  test.each([
    ["no reference to a control plane", "v1.36.0", undefined, []],
    [
      "a control plane that is not there",
      "v1.36.0",
      { state: "missing" } as const,
      ["cp (the control plane) does not exist"],
    ],
    [
      "a kind that is not installed",
      "v1.36.0",
      { state: "unresolved", reason: "r", message: "no CRD" } as const,
      ["no CRD"],
    ],
    ["one without a version", "v1.36.0", controlPlane({}), []],
    ["the same version", "v1.36.0", stable, []],
    ["one that is being made", "v1.36.0", controlPlane({ version: "v1.36.0" }), ["is provisioning"]],
    [
      "one that is being upgraded",
      "v1.36.0",
      controlPlane({ version: "v1.36.0" }, { version: "v1.35.0" }),
      ["is upgrading"],
    ],
    [
      "one with an older Machine left",
      "v1.36.0",
      controlPlane(
        { version: "v1.36.0" },
        { version: "v1.36.0", versions: [{ version: "v1.35.1" }, { version: "v1.36.0" }] },
      ),
      ["is upgrading"],
    ],
    [
      "one that runs the version, written without v, and tells a new one nowhere else",
      "v1.36.0",
      controlPlane({ version: "v1.36.0" }, { versions: [{ version: "1.36.0" }] }),
      [],
    ],
    [
      "one that runs a newer version than it is asked for",
      "v1.36.0",
      controlPlane({ version: "v1.36.0" }, { version: "v1.36.1" }),
      [],
    ],
    [
      "one whose version cannot be read",
      "v1.36.0",
      controlPlane({ version: "latest" }),
      ["latest is not a valid Kubernetes version"],
    ],
    ["newer Machines", "v1.37.0", stable, ["is newer", "kubeadm can only join"]],
    ["Machines too old", "v1.32.0", stable, ["is more than 3", "kubeadm can only join"]],
    ["older Machines of kubeadm", "v1.35.0", stable, ["kubeadm can only join"]],
  ])("%s", (_what, version, object, expected) => {
    const problems = check(ofVersion(version), object);
    expect(problems).toEqual(expected.map((text) => expect.stringContaining(text) as string));
  });

  test("run the kubeadm rule only for kubeadm, and each can be skipped", () => {
    expect(check(ofVersion("v1.35.0", "TestConfigTemplate"), stable)).toEqual([]);
    const skipping = ofVersion("v1.37.0");
    skipping.metadata.annotations = { "machineset.cluster.x-k8s.io/skip-preflight-checks": "KubeadmVersionSkew" };
    expect(check(skipping, stable)).toHaveLength(1);
    skipping.metadata.annotations = { "machineset.cluster.x-k8s.io/skip-preflight-checks": "All" };
    expect(check(skipping, stable)).toEqual([]);
    expect(check(skipping, { state: "missing" })).toEqual([]);
    // an unknown name skips no check, and is reported when a check fails
    skipping.metadata.annotations = {
      "machineset.cluster.x-k8s.io/skip-preflight-checks": "KubeadmVersionSkew, KubernetesSkew,Any",
    };
    expect(check(skipping, stable)).toEqual([
      expect.stringContaining("is newer"),
      "machineset.cluster.x-k8s.io/skip-preflight-checks is invalid: KubernetesSkew, Any; use only " +
        "ControlPlaneIsStable, KubernetesVersionSkew, KubeadmVersionSkew, ControlPlaneVersionSkew, All",
    ]);
    const fitting = ofVersion("v1.36.0");
    fitting.metadata.annotations = { "machineset.cluster.x-k8s.io/skip-preflight-checks": "Any" };
    expect(check(fitting, stable)).toEqual([]);
    // an empty annotation defers to the annotation of the template
    skipping.metadata.annotations = { "machineset.cluster.x-k8s.io/skip-preflight-checks": "" };
    const template = found("TestConfigTemplate", {
      metadata: { annotations: { "machineset.cluster.x-k8s.io/skip-preflight-checks": "All" } },
    });
    expect(check(skipping, stable, template.object as KubernetesObject)).toEqual([]);
  });
});

describe("selectors", () => {
  const selector = {
    matchLabels: { b: "1" },
    matchExpressions: [
      { key: "a", operator: "In", values: ["y", "x"] },
      { key: "c", operator: "DoesNotExist" },
      { key: "d", operator: "Exists" },
      { key: "e", operator: "NotIn", values: ["z"] },
    ],
  };

  test("have the same result as string and as matcher", () => {
    expect(selectorText(selector)).toBe("a in (x,y),b=1,!c,d,e notin (z)");
    expect(matchesSelector(selector, { a: "x", b: "1", d: "" })).toBe(true);
    for (const wrong of [{ a: "q" }, { b: "2" }, { c: "" }, { e: "z" }]) {
      expect(matchesSelector(selector, { a: "x", b: "1", d: "", ...wrong })).toBe(false);
    }
    expect(matchesSelector({}, { a: "x" })).toBe(false);
  });
});

test("an invalid selector has no string", () => {
  expect(selectorText({ matchExpressions: [{ key: "a", operator: "Near", values: [] }] })).toBe("");
});

describe("the report about many Machines", () => {
  const ready = (name: string, status: "True" | "False" | "Unknown", message: string): Machine =>
    machine(name, {
      status: { conditions: [{ type: "Ready", status, reason: "R", message, lastTransitionTime: created(0) }] },
    });
  const options = { type: "MachinesReady", of: "Ready", reasons: { True: "Yes", False: "No", Unknown: "Maybe" } };

  test("shows the worst status, the most frequent message first, with at most three names", () => {
    const machines = [
      ...["a", "b", "c", "d"].map((name) => ready(name, "False", "* NodeHealthy: gone")),
      ready("e", "False", "one\ntwo"),
      ready("f", "Unknown", "unclear"),
      ready("g", "Unknown", "unclearer"),
      machine("h"),
      ready("i", "True", ""),
    ];
    expect(aggregate("Machine", machines, options)).toEqual({
      type: "MachinesReady",
      status: "False",
      reason: "No",
      message: [
        "* Machines a, b, c, ... (1 more):",
        "  * NodeHealthy: gone",
        "* Machine e:",
        "  * one",
        "  * two",
        "* Machine f: unclear",
        "And 2 Machines with status unknown",
      ].join("\n"),
    });
    expect(aggregate("Machine", [ready("i", "True", "")], options)).toMatchObject({ status: "True", reason: "Yes" });
  });

  test("orders equally frequent messages by their first name", () => {
    const machines = [
      ready("m-1", "False", "one"),
      ready("n", "False", "one"),
      ready("m", "False", "other"),
      ready("z", "False", "other"),
    ];
    const lines = ["* Machines m, z: other", "* Machines m-1, n: one"];
    expect(aggregate("Machine", machines, options).message).toBe(lines.join("\n"));
    expect(aggregate("Machine", machines.toReversed(), options).message).toBe(lines.join("\n"));
  });

  test("counts versions, actual before desired, older ones first", () => {
    const runs = machine("a", { spec: { version: "v1.35.0" } });
    runs.status = {
      nodeInfo: { kubeletVersion: "v1.36.0" } as NonNullable<NonNullable<Machine["status"]>["nodeInfo"]>,
    };
    const others = [machine("b", { spec: { version: "v1.9.0" } }), machine("c", { spec: { version: "v1.36.0" } })];
    expect(machineVersions([runs, ...others])).toEqual([
      { version: "v1.9.0", replicas: 1 },
      { version: "v1.36.0", replicas: 2 },
    ]);
    expect(machineVersions([machine("x")])).toBeUndefined();
  });
});
