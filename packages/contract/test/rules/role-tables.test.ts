import { checkCRDs, type ContractVersion, type ProviderRole } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { contractPaths } from "../../src/checks/crds/contract-paths.ts";
import { crdSubjects } from "../../src/checks/crds/read-crds.ts";
import { roleRules } from "../../src/checks/crds/role-rules.ts";
import { rule } from "../../src/checks/rule/rule.ts";
import { correctCRDs } from "./correct-crds.ts";
import { absent, mutate, schemaKeys } from "./mutation.ts";

describe("the paths that core reads of a kind, with the JSON type, and ! if they must be declared", () => {
  const ofFailure = ["status.failureReason: string", "status.failureMessage: string"];
  const ofEndpoint = [
    "spec.controlPlaneEndpoint: object",
    "spec.controlPlaneEndpoint.host: string",
    "spec.controlPlaneEndpoint.port: integer",
  ];
  const ofControlPlane = [
    ...[...ofEndpoint, "spec.version: string", "status.version: string", "status.versions: array"],
    ...["spec.replicas: integer", "status.selector: string", "status.replicas: integer"],
    ...["status.readyReplicas: integer", "status.upToDateReplicas: integer", "status.updatedReplicas: integer"],
    ...["status.externalManagedControlPlane: boolean", ...ofFailure],
  ];

  test.each<[role: ProviderRole, contract: ContractVersion, paths: string[]]>([
    [
      ...(["BootstrapConfig", "v1beta2"] as const),
      ["status.initialization.dataSecretCreated: boolean!", "status.dataSecretName: string!", ...ofFailure],
    ],
    ["BootstrapConfig", "v1beta1", ["status.ready: boolean!", "status.dataSecretName: string!", ...ofFailure]],
    [
      ...(["InfraMachine", "v1beta2"] as const),
      [
        ...["status.initialization.provisioned: boolean!", "spec.providerID: string!", "status.failureDomain: string"],
        ...["spec.failureDomain: string", "status.addresses: array", ...ofFailure],
      ],
    ],
    [
      ...(["InfraMachine", "v1beta1"] as const),
      [
        ...["status.ready: boolean!", "spec.providerID: string!", "spec.failureDomain: string"],
        ...["status.failureDomain: string", "status.addresses: array", ...ofFailure],
      ],
    ],
    [
      ...(["InfraCluster", "v1beta2"] as const),
      [...["status.initialization.provisioned: boolean!", ...ofEndpoint, "status.failureDomains: array"], ...ofFailure],
    ],
    [
      ...(["InfraCluster", "v1beta1"] as const),
      ["status.ready: boolean!", ...ofEndpoint, "status.failureDomains: object", ...ofFailure],
    ],
    [
      ...(["InfraMachinePool", "v1beta2"] as const),
      [
        ...["status.initialization.provisioned: boolean!", "spec.providerIDList: array!", "status.replicas: integer!"],
        ...["status.infrastructureMachineKind: string", "spec.providerID: string", ...ofFailure],
      ],
    ],
    [
      ...(["ControlPlane", "v1beta2"] as const),
      [
        ...["status.initialization.controlPlaneInitialized: boolean!", "status.availableReplicas: integer"],
        ...["spec.machineTemplate: object", "spec.machineTemplate.metadata: object"],
        ...["spec.machineTemplate.spec: object", "spec.rollout.after: string"],
        ...ofControlPlane,
      ],
    ],
    [
      ...(["ControlPlane", "v1beta1"] as const),
      ["status.initialized: boolean!", "status.unavailableReplicas: integer", ...ofControlPlane],
    ],
  ])("%s of %s", (role, contract, expected) => {
    const paths = contractPaths(role, contract);
    const lines = paths.map(({ path, type, present }) => `${path}: ${type}${present === undefined ? "" : "!"}`);
    expect(lines.toSorted()).toEqual(expected.toSorted());
    expect(paths.every(({ present }) => present !== false)).toBe(true);
  });
});

describe("the rules that are generated from the tables of roles", () => {
  const all = [
    ..."BC-001 BC-002 BC-003 BC-004 BC-005 BC-006 BC-007 BC-008 BC-010".split(" "),
    ..."IM-001 IM-002 IM-003 IM-008 IM-009 IM-010 IM-011 IM-012 IM-013 IM-014 IM-016 IM-017".split(" "),
    ..."IC-001 IC-002 IC-003 IC-006 IC-007 IC-009 IC-010 IC-012 IC-013".split(" "),
    ..."MP-001 MP-002 MP-003 MP-004 MP-005 MP-006 MP-007 MP-008".split(" "),
    ..."CP-001 CP-002 CP-003 CP-004 CP-005 CP-006 CP-011 CP-012 AR-012".split(" "),
  ].toSorted();

  test("are those of its sections and fields, each once, without those of conditions", () => {
    expect(
      roleRules([])
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(all);
  });

  test("exclude rules that another function checks", () => {
    const others = [rule("IM-011", () => []), rule("IC-001", () => []), rule("RB-001", () => [])];
    const ids = roleRules(others).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(all.filter((id) => id !== "IM-011" && id !== "IC-001"));
  });

  test("allow an optional flag to be missing", () => {
    const ofFlag = roleRules([]).filter(({ id }) => id === "CP-006");
    const kinds = crdSubjects(correctCRDs.v1beta2.filter(({ spec }) => spec.names.kind === "FooControlPlane"));
    expect(kinds).toHaveLength(1);
    expect(kinds.flatMap((crd) => ofFlag.flatMap((each) => each.check(crd)))).toEqual([]);
  });
});

describe("a version that core selects under both contracts", () => {
  const label = (contract: string) => ["metadata", "labels", `cluster.x-k8s.io/${contract}`];
  const ofBoth = (kind: string, ...changes: (readonly [path: string, to: unknown])[]): string[] => {
    const [crd] = correctCRDs.v1beta2.filter(({ spec }) => spec.names.kind === kind);
    const labeled = mutate(crd, { at: label("v1beta1"), to: "v1" });
    const changed = changes.reduce(
      (before, [path, to]) => mutate(before, { at: schemaKeys(path), to }),
      mutate(labeled, { at: schemaKeys("status.ready"), to: { type: "boolean" } }),
    );
    return checkCRDs([changed])
      .violations.filter(({ level }) => level !== "MAY")
      .map(({ rule: id, path }) => `${id} ${path.replace("spec.versions[0].schema.openAPIV3Schema.", "")}`);
  };
  const provisioned = "properties.status.properties.initialization.properties.provisioned";

  test("must have the fields of both", () => {
    expect(ofBoth("FooMachine", ["status.initialization.provisioned", absent])).toContain(`IM-014 ${provisioned}`);
    expect(ofBoth("FooMachine", ["status.ready", absent])).toContain("IM-013 properties.status.properties.ready");
  });

  test("gets one violation for a path of both", () => {
    const found = ofBoth("FooMachine", ["spec.providerID", absent]);
    expect(found.filter((line) => line.startsWith("IM-002"))).toEqual(["IM-002 properties.spec.properties.providerID"]);
  });

  test("must have the newest contract's form if both have a field at one path", () => {
    expect(ofBoth("FooCluster").filter((line) => line.includes("failureDomains"))).toEqual([]);
    const map = { type: "object", additionalProperties: { type: "object" } };
    expect(ofBoth("FooCluster", ["status.failureDomains", map])).toEqual(
      expect.arrayContaining([
        "AR-019 properties.status.properties.failureDomains.type",
        "IC-008 properties.status.properties.failureDomains.type",
      ]),
    );
  });
});

describe("the tables do not require", () => {
  const found = (
    contract: ContractVersion,
    kind: string,
    ...changes: (readonly [path: readonly (string | number)[], to: unknown])[]
  ) => {
    const crds = correctCRDs[contract].filter(({ spec }) => spec.names.kind === kind);
    const before = new Set(checkCRDs(crds).violations.map(({ rule: id, path }) => `${id} ${path}`));
    const changed = crds.map((crd) => changes.reduce((each, [at, to]) => mutate(each, { at, to }), crd));
    return checkCRDs(changed)
      .violations.map(({ rule: id, path }) => `${id} ${path}`)
      .filter((line) => !before.has(line));
  };
  const s = schemaKeys;

  test("a field of a provider to be optional, unless core sets it later", () => {
    expect(found("v1beta2", "FooMachine", [s("status", "required"), ["failureDomain"]])).toEqual([]);
  });

  test("the flag of v1beta1 to be optional, or other fields to be elsewhere", () => {
    expect(found("v1beta1", "FooMachine", [s("status", "required"), ["ready"]])).toEqual([]);
    expect(found("v1beta1", "FooMachine", [s("status.initialization"), { type: "object" }])).toEqual([]);
  });

  test("a severity for conditions of a kind without conditions", () => {
    const lines = found("v1beta1", "FooMachine", [s("status.conditions"), absent]);
    expect(lines.filter((line) => line.startsWith("BC-01"))).toEqual([]);
  });

  test("CP-004: counts of a control plane without replicas", () => {
    const counts = ["replicas", "readyReplicas", "availableReplicas", "upToDateReplicas", "selector"];
    const without = counts.map((name) => [s(`status.${name}`), absent] as const);
    const scale = ["spec", "versions", 0, "subresources", "scale"];
    const changes = [[s("spec.replicas"), absent] as const, ...without, [scale, absent] as const];
    expect(found("v1beta2", "FooControlPlane", ...changes)).toEqual([]);
  });

  test("AR-020: an unknown conversion strategy is named", () => {
    const second = { name: "v2", served: true, storage: false, schema: { openAPIV3Schema: { type: "object" } } };
    const crds = correctCRDs.v1beta2.filter(({ spec }) => spec.names.kind === "FooMachine");
    const actual = (strategy: string) =>
      checkCRDs(
        crds
          .map((crd) => mutate(crd, { at: ["spec", "versions", 1], to: second }))
          .map((crd) => ({ ...crd, spec: { ...crd.spec, conversion: { strategy } } })),
      ).violations.flatMap(({ rule: id, actual: found }) => (id === "AR-020" ? [found] : []));
    expect(actual("webhook")).toEqual(["webhook"]);
    expect(actual("None")).toEqual(["None"]);
    expect(actual("Webhook")).toEqual([]);
  });
});
