import { type CustomResourceDefinition, type PrinterColumn } from "@capstan/contract";
import {
  convertersOf,
  defineAuxiliaryKind,
  defineBootstrapConfig,
  defineControlPlane,
  defineIdentity,
  defineInfraCluster,
  defineInfraMachine,
  defineInfraMachinePool,
  type ProviderDefinition,
  Type,
} from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { managesReplicas } from "../../src/kinds/infra-machine-pool/definition.ts";

const spec = Type.Object({ size: Type.Optional(Type.String()) });
const versions = { v1: { contract: "v1beta2", spec } } as const;
const bothVersions = { v1beta1: { contract: "v1beta1", spec }, v1beta2: { contract: "v1beta2", spec } } as const;

/** The columns of the first version, or of the named version, as `name type path`; wide ones end in `(wide)`. */
function columnsOf({ crds: [crd] }: { readonly crds: readonly CustomResourceDefinition[] }, named?: string): string[] {
  const version = crd?.spec.versions.find(({ name }) => named === undefined || name === named);
  const text = ({ name, type, jsonPath, priority = 0 }: PrinterColumn) =>
    `${name} ${type} ${jsonPath}${priority > 0 ? " (wide)" : ""}`;
  return (version?.additionalPrinterColumns ?? []).map(text);
}

const cluster = "Cluster string .metadata.labels['cluster\\.x-k8s\\.io/cluster-name']";
const readyAndAge = [
  'Ready string .status.conditions[?(@.type=="Ready")].status',
  'Reason string .status.conditions[?(@.type=="Ready")].reason (wide)',
  "Age date .metadata.creationTimestamp",
];

describe("kubectl get shows for", () => {
  test.each<[string, () => ProviderDefinition, string[]]>([
    [
      "a machine, whether it is there and its id",
      () => defineInfraMachine({ kind: "FooMachine", versions }),
      ["Provisioned boolean .status.initialization.provisioned", "ProviderID string .spec.providerID"],
    ],
    [
      "a cluster, whether it is there and its endpoint",
      () => defineInfraCluster({ kind: "FooCluster", versions }),
      [
        "Provisioned boolean .status.initialization.provisioned",
        "Endpoint string .spec.controlPlaneEndpoint.host (wide)",
      ],
    ],
    [
      "a pool, how many machines there are",
      () => defineInfraMachinePool({ kind: "FooPool", versions }),
      [
        "Provisioned boolean .status.initialization.provisioned",
        "Replicas integer .status.replicas",
        "ProviderID string .spec.providerID (wide)",
      ],
    ],
    [
      "a config, whether there are data",
      () => defineBootstrapConfig({ kind: "FooConfig", versions }),
      ["Data secret created boolean .status.initialization.dataSecretCreated"],
    ],
    [
      "a control plane, whether it takes requests, its version and endpoint",
      () => defineControlPlane({ kind: "FooControlPlane", versions }),
      [
        "Initialized boolean .status.initialization.controlPlaneInitialized",
        "Version string .status.version",
        "Endpoint string .spec.controlPlaneEndpoint.host (wide)",
      ],
    ],
    [
      "a control plane with replicas, how many there are and should be",
      () => defineControlPlane({ kind: "FooControlPlane", versions, replicas: true }),
      [
        "Initialized boolean .status.initialization.controlPlaneInitialized",
        "Desired integer .spec.replicas (wide)",
        "Replicas integer .status.replicas",
        "Version string .status.version",
        "Endpoint string .spec.controlPlaneEndpoint.host (wide)",
      ],
    ],
  ])("%s", (_what, define, own) => {
    expect(columnsOf(define())).toEqual([cluster, ...own, ...readyAndAge]);
  });

  test("each version the fields of its contract", () => {
    const definition = defineInfraMachine({ kind: "FooMachine", versions: bothVersions, storage: "v1beta2" });
    expect(columnsOf(definition, "v1beta1")).toContain("Provisioned boolean .status.ready");
    expect(columnsOf(definition, "v1beta2")).toContain("Provisioned boolean .status.initialization.provisioned");
  });

  test("the author's fields their typed columns, before Ready", () => {
    const fields = Type.Object({
      text: Type.Optional(Type.String()),
      since: Type.Optional(Type.String({ format: "date-time" })),
      count: Type.Optional(Type.Integer()),
      share: Type.Optional(Type.Number()),
      isFast: Type.Optional(Type.Boolean()),
    });
    const columns = ["text", "since", "count", "share", "isFast"].map((name) => ({ name, path: `spec.${name}` }));
    const definition = defineInfraMachine({
      kind: "FooMachine",
      columns,
      versions: { v1: { contract: "v1beta2", spec: fields } },
    });
    expect(columnsOf(definition).slice(3, 8)).toEqual([
      "text string .spec.text",
      "since date .spec.since",
      "count integer .spec.count",
      "share number .spec.share",
      "isFast boolean .spec.isFast",
    ]);
    const [text] = definition.crds[0]?.spec.versions[0]?.additionalPrinterColumns?.slice(3) ?? [];
    expect(text).toEqual({ name: "text", type: "string", jsonPath: ".spec.text" });
  });
});

describe("the scale subresource", () => {
  const subresources = (definition: ProviderDefinition) => definition.crds[0]?.spec.versions[0]?.subresources;

  test("exists for control planes with replicas", () => {
    const scaled = defineControlPlane({ kind: "FooControlPlane", versions, replicas: true });
    expect(subresources(scaled)).toEqual({
      status: {},
      scale: {
        specReplicasPath: ".spec.replicas",
        statusReplicasPath: ".status.replicas",
        labelSelectorPath: ".status.selector",
      },
    });
    expect([...scaled.roleOptions]).toEqual(["replicas"]);
  });

  test("does not exist for others", () => {
    const unscaled = defineControlPlane({ kind: "FooControlPlane", versions });
    expect(subresources(unscaled)).toEqual({ status: {} });
    expect([...unscaled.roleOptions]).toEqual([]);
    expect(subresources(defineInfraMachine({ kind: "FooMachine", versions }))).toEqual({ status: {} });
  });
});

describe("a definition of a role", () => {
  test.each<[string, () => ProviderDefinition, object]>([
    [
      "InfraMachine",
      () => defineInfraMachine({ kind: "FooMachine", versions }),
      {
        condition: { type: "InstanceProvisioned", reason: "Provisioned" },
        success: { type: "provisioned", demands: { providerID: "IM-006" } },
        secrets: "read",
      },
    ],
    [
      "InfraCluster",
      () => defineInfraCluster({ kind: "FooCluster", versions }),
      {
        condition: { type: "InfrastructureProvisioned", reason: "Provisioned" },
        success: { type: "clusterProvisioned", demands: {} },
        secrets: "read",
      },
    ],
    [
      "InfraMachinePool",
      () => defineInfraMachinePool({ kind: "FooPool", versions }),
      { success: { type: "poolProvisioned", demands: { providerIDList: "MP-003" } }, secrets: "read" },
    ],
    [
      "BootstrapConfig",
      () => defineBootstrapConfig({ kind: "FooConfig", versions }),
      {
        condition: { type: "DataSecretAvailable", reason: "Available" },
        success: { type: "data", demands: {} },
        secrets: "write",
      },
    ],
    [
      "ControlPlane",
      () => defineControlPlane({ kind: "FooControlPlane", versions }),
      {
        condition: { type: "Initialized", reason: "Initialized", lasting: true },
        success: { type: "controlPlaneInitialized", demands: {} },
        secrets: "write",
      },
    ],
  ])("%s has its success condition and its permissions for Secrets", (role, define, traits) => {
    expect(define()).toMatchObject({ role, traits });
  });

  test("belongs to the core kind in the contract; configs belong to MachinePools only on request", () => {
    expect(defineInfraMachine({ kind: "FooMachine", versions }).owners).toEqual(["Machine"]);
    expect(defineInfraCluster({ kind: "FooCluster", versions }).owners).toEqual(["Cluster"]);
    expect(defineInfraMachinePool({ kind: "FooPool", versions }).owners).toEqual(["MachinePool"]);
    expect(defineControlPlane({ kind: "FooControlPlane", versions }).owners).toEqual(["Cluster"]);
    expect(defineBootstrapConfig({ kind: "FooConfig", versions }).owners).toEqual(["Machine"]);
    expect(defineBootstrapConfig({ kind: "FooConfig", versions, machinePools: false }).owners).toEqual(["Machine"]);
    const both = defineBootstrapConfig({ kind: "FooConfig", versions, machinePools: true });
    expect(both.owners).toEqual(["Machine", "MachinePool"]);
  });

  test("may patch MachinePools only if it manages their replicas", () => {
    const rule = { apiGroups: ["cluster.x-k8s.io"], resources: ["machinepools"], verbs: ["patch"] };
    const permissions = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }];
    const managing = defineInfraMachinePool({ kind: "FooPool", versions, managesReplicas: true, permissions });
    expect(managing.permissions).toEqual([...permissions, rule]);
    expect([...managing.roleOptions]).toEqual(["managesReplicas"]);
    expect(managesReplicas(managing)).toBe(true);
    const humble = defineInfraMachinePool({ kind: "FooPool", versions });
    expect([humble.permissions, [...humble.roleOptions]]).toEqual([[], []]);
    expect(managesReplicas(humble)).toBe(false);
  });

  test("has a finalizer with the group and the kind, or the author's finalizer", () => {
    const group = "infrastructure.example.com";
    expect(defineInfraMachine({ kind: "FooMachine", group, versions }).finalizer).toBe(`${group}/foomachine`);
    const finalizer = "foomachine.infrastructure.example.com";
    expect(defineInfraMachine({ kind: "FooMachine", group, versions, finalizer }).finalizer).toBe(finalizer);
  });

  test("is in the group of its role by default", () => {
    expect(defineBootstrapConfig({ kind: "FooConfig", versions }).kind.group).toBe("bootstrap.cluster.x-k8s.io");
    expect(defineControlPlane({ kind: "FooControlPlane", versions }).kind.group).toBe("controlplane.cluster.x-k8s.io");
  });

  test("has kubectl names: short ones only for objects, categories also for Templates", () => {
    const shown = { shortNames: ["fm"], categories: ["foo", "cluster-api"] };
    const names = defineInfraMachine({ kind: "FooMachine", versions, ...shown }).crds.map((crd) => crd.spec.names);
    expect(names).toMatchObject([
      { kind: "FooMachine", shortNames: ["fm"], categories: ["cluster-api", "foo"] },
      { kind: "FooMachineTemplate", categories: ["cluster-api", "foo"] },
    ]);
    expect(names[1]).not.toHaveProperty("shortNames");
    expect(defineInfraMachine({ kind: "FooMachine", versions }).crds[0]?.spec.names).not.toHaveProperty("shortNames");
  });

  test("reads the newest contract of its storage version, and writes all of them", () => {
    const both = { v1: { contract: ["v1beta1", "v1beta2"], spec } } as const;
    expect(defineInfraMachine({ kind: "FooMachine", versions: both })).toMatchObject({
      contract: "v1beta2",
      contracts: ["v1beta2", "v1beta1"],
    });
    const definition = defineInfraMachine({ kind: "FooMachine", versions: bothVersions, storage: "v1beta1" });
    expect(definition).toMatchObject({ contract: "v1beta1", contracts: ["v1beta1"], kind: { version: "v1beta1" } });
  });

  test("is converted by the provider's webhook only if versions differ", () => {
    const strategies = (definition: ProviderDefinition) => definition.crds.map((crd) => crd.spec.conversion?.strategy);
    const converted = defineInfraMachine({ kind: "FooMachine", versions: bothVersions, storage: "v1beta2" });
    expect([converted.isConverted, ...strategies(converted)]).toEqual([true, "Webhook", "Webhook"]);
    const same = { v1: versions.v1, v2: versions.v1 };
    const alike = defineInfraMachine({ kind: "FooMachine", versions: same, storage: "v2" });
    expect([alike.isConverted, ...strategies(alike)]).toEqual([false, "None", "None"]);
    expect(convertersOf(converted).map(({ kinds }) => kinds)).toEqual([["FooMachine", "FooMachineTemplate"]]);
    expect(convertersOf(alike)).toEqual([]);
  });

  test("serves each version unless the author turns it off", () => {
    const served = { v1: { ...versions.v1, served: false }, v2: { ...versions.v1, served: true }, v3: versions.v1 };
    const [crd] = defineInfraMachine({ kind: "FooMachine", versions: served, storage: "v3" }).crds;
    expect(crd?.spec.versions.map((version) => [version.name, version.served, version.storage])).toEqual([
      ["v1", false, false],
      ["v2", true, false],
      ["v3", true, true],
    ]);
  });

  test("has fields for the status of another contract that another version implements", () => {
    const statusOf = (definition: ProviderDefinition, named: string) => {
      const version = definition.crds[0]?.spec.versions.find(({ name }) => name === named);
      return Object.keys(version?.schema.openAPIV3Schema.properties?.status?.properties ?? {});
    };
    // As in Cluster API's own kinds: v1beta2 conditions in v1beta1, deprecated fields in v1beta2.
    const placesIn = (definition: ProviderDefinition, named: string) =>
      ["v1beta2", "deprecated"].filter((name) => statusOf(definition, named).includes(name));
    const two = defineInfraMachine({ kind: "FooMachine", versions: bothVersions, storage: "v1beta2" });
    expect([placesIn(two, "v1beta1"), placesIn(two, "v1beta2")]).toEqual([["v1beta2"], ["deprecated"]]);
    expect(placesIn(defineInfraMachine({ kind: "FooMachine", versions }), "v1")).toEqual([]);
    const more = { ...bothVersions, v1: { contract: ["v1beta1", "v1beta2"], spec } } as const;
    expect(placesIn(defineInfraMachine({ kind: "FooMachine", versions: more, storage: "v1" }), "v1")).toEqual([]);
  });
});

describe("a spec", () => {
  const specOf = (fields: typeof spec) => {
    const [crd] = defineInfraMachine({
      kind: "FooMachine",
      versions: { v1: { contract: "v1beta2", spec: fields } },
    }).crds;
    const schema = crd?.spec.versions[0]?.schema.openAPIV3Schema;
    return { required: schema?.required ?? [], default: schema?.properties?.spec?.default };
  };
  const widened = (fields: unknown) => fields as typeof spec;

  test("may be omitted if each required field has a default, which the server sets", () => {
    const size = Type.String({ default: "small" });
    expect(specOf(widened(Type.Object({ size })))).toEqual({ required: [], default: { size: "small" } });
    expect(specOf(spec)).toEqual({ required: [], default: {} });
  });

  test("is required if a required field has no default", () => {
    const fields = Type.Object({ size: Type.String({ default: "small" }), zone: Type.String() });
    expect(specOf(widened(fields))).toEqual({ required: ["spec"], default: undefined });
  });
});

describe("an auxiliary kind", () => {
  const auxiliary = { v1: { spec } };
  const scopesOf = ({ crds: [crd] }: { readonly crds: readonly CustomResourceDefinition[] }) => crd?.spec.scope;
  const labelsOf = ({ crds: [crd] }: { readonly crds: readonly CustomResourceDefinition[] }) =>
    crd?.metadata.labels ?? {};

  test("is namespaced, and not moved by clusterctl, unless its author changes that", () => {
    const definition = defineAuxiliaryKind({ kind: "FooNetwork", versions: auxiliary });
    expect(definition).toMatchObject({ isIdentity: false, isConverted: false, admissionWebhooks: [] });
    expect(definition.kind).toMatchObject({
      group: "infrastructure.cluster.x-k8s.io",
      version: "v1",
      plural: "foonetworks",
      namespaced: true,
    });
    expect([scopesOf(definition), labelsOf(definition)]).toEqual(["Namespaced", {}]);
    const other = defineAuxiliaryKind({ kind: "FooNetwork", versions: auxiliary, scope: "Cluster", move: true });
    expect(other.kind.namespaced).toBe(false);
    expect(scopesOf(other)).toBe("Cluster");
    expect(labelsOf(other)).toEqual({ "clusterctl.cluster.x-k8s.io/move-hierarchy": "" });
  });

  test("has its author's columns and its age", () => {
    const columns = [{ name: "Size", path: "spec.size" }];
    const definition = defineAuxiliaryKind({ kind: "FooNetwork", versions: auxiliary, columns, shortNames: ["fn"] });
    expect(columnsOf(definition)).toEqual(["Size string .spec.size", "Age date .metadata.creationTimestamp"]);
    expect(definition.crds.map((crd) => crd.spec.names)).toMatchObject([
      { shortNames: ["fn"], categories: ["cluster-api"] },
    ]);
  });

  test("for identities is cluster-scoped, moves, and has the fields of all identities", () => {
    const definition = defineIdentity({ kind: "FooAccount", versions: auxiliary });
    expect(definition).toMatchObject({ isIdentity: true, secretsFrom: {} });
    expect(definition.kind.namespaced).toBe(false);
    expect(labelsOf(definition)).toEqual({ "clusterctl.cluster.x-k8s.io/move-hierarchy": "" });
    const fields = definition.crds[0]?.spec.versions[0]?.schema.openAPIV3Schema.properties?.spec?.properties ?? {};
    expect(Object.keys(fields).sort()).toEqual(["allowedNamespaces", "secretRef", "size"]);
    const secretsFrom = { namespaces: ["secrets"] };
    expect(defineIdentity({ kind: "FooAccount", versions: auxiliary, secretsFrom }).secretsFrom).toEqual(secretsFrom);
  });

  test("has a status if its author defines one", () => {
    const status = Type.Object({ address: Type.String() });
    const fieldsOf = (definition: { readonly crds: readonly CustomResourceDefinition[] }) =>
      Object.keys(definition.crds[0]?.spec.versions[0]?.schema.openAPIV3Schema.properties?.status?.properties ?? {});
    expect(fieldsOf(defineAuxiliaryKind({ kind: "FooNetwork", versions: { v1: { spec, status } } }))).toEqual([
      "address",
    ]);
    expect(fieldsOf(defineAuxiliaryKind({ kind: "FooNetwork", versions: auxiliary }))).toEqual([]);
  });

  test("for identities may have differing versions", () => {
    const other = Type.Object({ url: Type.String() });
    const definition = defineIdentity({
      kind: "FooAccount",
      storage: "v2",
      versions: { v1: { spec: other }, v2: { spec } },
      conversions: {
        v1: { spec: { toStorage: ({ url }) => ({ size: url }), fromStorage: ({ size = "" }) => ({ url: size }) } },
      },
    });
    const object = {
      apiVersion: "infrastructure.cluster.x-k8s.io/v1",
      kind: "FooAccount",
      metadata: { name: "a" },
      spec: { url: "x" },
    };
    expect(definition.convert(object, "v2")).toMatchObject({ spec: { size: "x" } });
  });

  test("has its storage version, and serves each version unless the author turns it off", () => {
    const several = { v1: { spec, served: false }, v2: { spec, served: true }, v3: { spec } };
    const definition = defineAuxiliaryKind({ kind: "FooNetwork", versions: several, storage: "v2" });
    expect(definition.crds[0]?.spec.versions.map((version) => [version.name, version.served, version.storage])).toEqual(
      [
        ["v1", false, false],
        ["v2", true, true],
        ["v3", true, false],
      ],
    );
    expect(definition.kind.version).toBe("v2");
  });

  test("must not have a name that tools interpret as a role", () => {
    const define = () => defineAuxiliaryKind({ kind: "FooMachine", versions: auxiliary });
    expect(define).toThrow(/InfraMachine/);
    expect(define).toThrow(
      expect.objectContaining({ violations: [expect.objectContaining({ rule: "auxiliary", path: "kind" })] }) as Error,
    );
  });

  test("is validated by its schema", () => {
    const definition = defineAuxiliaryKind({ kind: "FooNetwork", versions: auxiliary });
    const object = { apiVersion: `${definition.kind.group}/v1`, kind: "FooNetwork", metadata: { name: "n1" } };
    expect(definition.validate({ ...object, spec: { size: "small" } })).toEqual([]);
    expect(definition.validate({ ...object, spec: { size: 7 } })).toMatchObject([
      { rule: "schema", path: "spec.size" },
    ]);
  });
});
