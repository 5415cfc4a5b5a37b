import { checkComponents, checkCRDs, type RuleViolation } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { correctCRDs } from "./correct-crds.ts";
import { absent, mutate, schemaKeys } from "./mutation.ts";

type CRD = (typeof correctCRDs.v1beta2)[number];

const infrastructure = correctCRDs.v1beta2.filter(({ spec }) => spec.group.startsWith("infrastructure"));
const [machine, machineTemplate] = ["FooMachine", "FooMachineTemplate"].map((kind) => kindOf(infrastructure, kind));
const { group } = machine?.spec ?? { group: "" };

function kindOf(crds: readonly CRD[], kind: string): CRD {
  const found = crds.find(({ spec }) => spec.names.kind === kind);
  if (found === undefined) throw new Error(`There is no ${kind}.`);
  return found;
}

/** The same CRD with another kind name. */
function renamed(crd: CRD, kind: string): CRD {
  const plural = `${kind.toLowerCase()}s`;
  return {
    ...crd,
    metadata: { ...crd.metadata, name: `${plural}.${crd.spec.group}` },
    spec: { ...crd.spec, names: { ...crd.spec.names, kind, plural, singular: kind.toLowerCase() } },
  };
}

const rolesOf = (crds: readonly object[], options = {}) =>
  checkCRDs(crds, options).checked.map(({ object, role }) => `${object.split(" ")[1]?.split(".")[0] ?? ""} ${role}`);
const of = (rule: string, violations: readonly RuleViolation[]) =>
  violations.filter((violation) => violation.rule === rule).map(({ object, level }) => `${level} ${object}`);

describe("a kind with only the name of a role", () => {
  const bare = mutate(renamed(kindOf(infrastructure, "FooMachine"), "PooledFooMachine"), {
    at: ["spec", "versions", 0, "schema", "openAPIV3Schema", "properties"],
    to: {
      spec: { type: "object", properties: { pool: { type: "string" } } },
      status: { type: "object", properties: { conditions: { type: "array", items: { type: "object" } } } },
    },
  });

  test("has no role if another kind of its group has the fields of the role", () => {
    expect(rolesOf([...infrastructure, bare])).toEqual(rolesOf(infrastructure));
    expect(checkComponents([...infrastructure, bare]).violations.filter(({ rule }) => rule === "BT-001")).toEqual([]);
  });

  test("has the role that the options set", () => {
    const options = { roles: { PooledFooMachine: "InfraMachine" } } as const;
    expect(rolesOf([...infrastructure, bare], options)).toContain("pooledfoomachines InfraMachine");
  });

  test("has the role if no other kind of its group has the fields of the role", () => {
    expect(rolesOf([bare])).toEqual(["pooledfoomachines InfraMachine"]);
    const elsewhere = mutate(bare, { at: ["spec", "group"], to: "infrastructure.other.com" });
    expect(rolesOf([machine ?? {}, elsewhere])).toContain("pooledfoomachines InfraMachine");
  });

  test("has the role if the other kind with fields has another role", () => {
    expect(rolesOf([kindOf(infrastructure, "FooCluster"), bare])).toContain("pooledfoomachines InfraMachine");
  });

  test("has the role if one of its versions has a field of the role", () => {
    const [version] = bare.spec.versions;
    const withField = mutate(bare, { at: schemaKeys("spec.providerID"), to: { type: "string" } });
    const both = mutate(withField, { at: ["spec", "versions", 1], to: { ...version, name: "v2", storage: false } });
    expect(rolesOf([...infrastructure, both])).toContain("pooledfoomachines InfraMachine");
  });

  test("has the role if it has a Template, or one field of the role", () => {
    const template = renamed(machineTemplate ?? bare, "PooledFooMachineTemplate");
    expect(rolesOf([...infrastructure, bare, template])).toContain("pooledfoomachines InfraMachine");
    const withField = mutate(bare, { at: schemaKeys("spec.providerID"), to: { type: "string" } });
    expect(rolesOf([...infrastructure, withField])).toContain("pooledfoomachines InfraMachine");
  });
});

describe("the machines of a pool, which the provider creates", () => {
  const requires = (crd: CRD) => mutate(crd, { at: schemaKeys("spec", "required"), to: ["providerID"] });
  const poolMachine = requires(renamed(kindOf(infrastructure, "FooMachine"), "FooMachinePoolMachine"));

  test("need no Template, and may have required spec fields", () => {
    const { violations, checked } = checkComponents([...infrastructure, poolMachine]);
    expect(checked.map(({ role }) => role).filter((role) => role === "InfraMachine")).toHaveLength(2);
    expect([...of("BT-001", violations), ...of("IM-002", violations)]).toEqual([]);
  });

  test("must not have required status fields", () => {
    const required = mutate(poolMachine, { at: schemaKeys("status", "required"), to: ["initialization"] });
    const inInitialization = mutate(required, {
      at: schemaKeys("status.initialization", "required"),
      to: ["provisioned"],
    });
    expect(of("IM-014", checkCRDs([inInitialization]).violations)).toHaveLength(1);
    const older = renamed(kindOf(correctCRDs.v1beta1, "FooMachine"), "FooMachinePoolMachine");
    const requiring = mutate(older, { at: schemaKeys("status", "required"), to: ["failureReason"] });
    expect(of("IM-016", checkCRDs([requiring]).violations)).toHaveLength(1);
  });

  test("differ from other machines, whose spec fields must be optional", () => {
    const crds = [requires(kindOf(infrastructure, "FooMachine"))];
    expect(of("IM-002", checkCRDs(crds).violations)).toEqual([`MUST CustomResourceDefinition foomachines.${group}`]);
  });
});

describe("BT-001: a kind without a Template", () => {
  const config = kindOf(correctCRDs.v1beta2, "FooConfig");
  const template = kindOf(correctCRDs.v1beta2, "FooConfigTemplate");
  const other = renamed(config, "FooInitialConfig");
  const levels = (...crds: object[]) => of("BT-001", checkComponents(crds).violations);

  test("is a MUST violation if no kind of the role has a Template", () => {
    expect(levels(config, template)).toEqual([]);
    expect(levels(config)).toEqual([`MUST CustomResourceDefinition fooconfigs.${config.spec.group}`]);
    expect(levels(config, other)).toHaveLength(2);
    const elsewhere = mutate(other, { at: ["spec", "group"], to: "bootstrap.other.com" });
    expect(levels(config, template, elsewhere)).toEqual([
      "MUST CustomResourceDefinition fooinitialconfigs.bootstrap.example.com",
    ]);
    expect(levels(renamed(config, "FooMachinePoolConfig"))).toHaveLength(1);
  });

  test("is a SHOULD violation if another kind of the role has a Template", () => {
    expect(levels(config, template, other)).toEqual([
      `SHOULD CustomResourceDefinition fooinitialconfigs.${config.spec.group}`,
    ]);
  });
});

describe("CP-006: the Machines of a control plane", () => {
  const controlPlane = kindOf(correctCRDs.v1beta2, "FooControlPlane");
  const withTemplate = (to: unknown) => mutate(controlPlane, { at: schemaKeys("spec.machineTemplate"), to });
  const levels = (crd: object) => of("CP-006", checkCRDs([crd]).violations);
  const text = { type: "string" };

  test("are described if a template has fields", () => {
    expect(levels(withTemplate({ type: "object", properties: { metadata: { type: "object" }, spec: text } }))).toEqual([
      `MUST CustomResourceDefinition foocontrolplanes.${controlPlane.spec.group}`,
    ]);
    expect(levels(withTemplate({ type: "object", properties: { order: text } }))).toHaveLength(2);
  });

  test("do not exist if the template is missing or has no fields", () => {
    expect(levels(withTemplate(absent))).toEqual([]);
    expect(levels(withTemplate({ type: "object", description: "For topologies." }))).toEqual([]);
  });
});

describe("BT-006: a required field of the main kind that a template lacks", () => {
  const zone = { type: "string" };
  const requiring = mutate(mutate(kindOf(infrastructure, "FooMachine"), { at: schemaKeys("spec.zone"), to: zone }), {
    at: schemaKeys("spec", "required"),
    to: ["zone"],
  });
  const webhook = (changes: object = {}, kind = "MutatingWebhookConfiguration") => ({
    kind,
    webhooks: [
      { rules: [{ apiGroups: [group], resources: ["foomachines"], operations: ["CREATE", "UPDATE"], ...changes }] },
    ],
  });
  const levels = (...more: object[]) => of("BT-006", checkCRDs([requiring, machineTemplate, ...more]).violations);
  const breach = [`MUST CustomResourceDefinition foomachinetemplates.${group}`];

  test("is a violation, unless a webhook may add it before validation", () => {
    expect(levels()).toEqual(breach);
    expect(levels(webhook())).toEqual([]);
    expect(levels(webhook({ apiGroups: ["*"], resources: ["*"], operations: ["*"] }))).toEqual([]);
  });

  test.each([
    ["of another kind", webhook({ resources: ["fooclusters"] })],
    ["of another group", webhook({ apiGroups: ["example.com"] })],
    ["that is called for updates alone", webhook({ operations: ["UPDATE"] })],
    ["that only validates", webhook({}, "ValidatingWebhookConfiguration")],
  ])("is not added by a webhook %s", (_what, other) => {
    expect(levels(other)).toEqual(breach);
  });

  test("cannot be added by a webhook if the main kind lacks it", () => {
    const template = mutate(machineTemplate ?? requiring, { at: schemaKeys("spec.template.spec.more"), to: zone });
    expect(of("BT-006", checkCRDs([kindOf(infrastructure, "FooMachine"), template, webhook()]).violations)).toEqual(
      breach,
    );
  });
});

describe("AR-016: a group of the SIG", () => {
  const inGroup = (crd: CRD, to: string) => mutate(crd, { at: ["spec", "group"], to });
  const found = (crds: readonly object[]) => of("AR-016", checkCRDs(crds).violations);

  test("is reported once, regardless of the number and the order of its kinds", () => {
    const crds = infrastructure.map((crd) => inGroup(crd, "infrastructure.cluster.x-k8s.io"));
    expect(found(crds)).toEqual([`SHOULD CustomResourceDefinition fooclusters.${group}`]);
    expect(found(crds.toReversed())).toEqual(found(crds));
  });

  test("is reported for each group", () => {
    const other = inGroup(kindOf(correctCRDs.v1beta2, "FooConfig"), "bootstrap.cluster.x-k8s.io");
    expect(
      found([other, ...infrastructure.map((crd) => inGroup(crd, "infrastructure.cluster.x-k8s.io"))]),
    ).toHaveLength(2);
  });
});
