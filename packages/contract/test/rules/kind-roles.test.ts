import { checkCRDs, type CRDCheckOptions, type KindRole, kindRoles } from "@capstan/contract";
import { describe, expect, test } from "vitest";

interface Kind {
  readonly labels?: Record<string, string>;
  /** Fields of the only version: `spec.template.spec`. */
  readonly fields?: readonly string[];
}

const labeled: Kind = { labels: { "cluster.x-k8s.io/v1beta2": "v1" } };
const ofType = (provider: string): Kind => ({
  labels: { "cluster.x-k8s.io/provider": provider, "cluster.x-k8s.io/v1beta2": "v1" },
});
const having = (...fields: string[]): Kind => ({ fields });

function crdOf(kind: string, group: string, { labels = {}, fields = [] }: Kind): object {
  const properties = {};
  for (const field of fields) declare(properties, field.split("."));
  return {
    kind: "CustomResourceDefinition",
    metadata: { name: "any", labels },
    spec: { group, names: { kind }, versions: [{ name: "v1", schema: { openAPIV3Schema: { properties } } }] },
  };
}

function declare(properties: Record<string, { properties?: object }>, [name = "", ...below]: string[]): void {
  const field = (properties[name] ??= {});
  if (below.length > 0) declare((field.properties ??= {}) as never, below);
}

function roleOf(kind: string, group: string, what: Kind = {}, options?: CRDCheckOptions): KindRole | undefined {
  return checkCRDs([crdOf(kind, group, what)], options).checked[0]?.role;
}

/** The role of the kind next to its Template. */
function pairedRoleOf(kind: string, group: string, what: Kind): KindRole | undefined {
  return checkCRDs([crdOf(kind, group, what), crdOf(`${kind}Template`, group, {})]).checked[0]?.role;
}

describe("the role of a kind", () => {
  test.each<[kind: string, group: string, role: KindRole | undefined, what?: Kind]>([
    // In provider groups, the name is sufficient.
    ["FooMachine", "infrastructure.example.com", "InfraMachine"],
    ["FooMachineTemplate", "infrastructure.example.com", "InfraMachineTemplate"],
    ["FooMachinePool", "infrastructure.example.com", "InfraMachinePool"],
    ["FooMachinePoolTemplate", "infrastructure.example.com", "InfraMachinePoolTemplate"],
    ["FooCluster", "infrastructure.cluster.x-k8s.io", "InfraCluster"],
    ["FooClusterTemplate", "infrastructure.cluster.x-k8s.io", "InfraClusterTemplate"],
    ["FooConfig", "bootstrap.example.com", "BootstrapConfig"],
    ["FooConfigTemplate", "bootstrap.example.com", "BootstrapConfigTemplate"],
    ["FooControlPlane", "controlplane.example.com", "ControlPlane"],
    ["FooControlPlaneTemplate", "controlplane.example.com", "ControlPlaneTemplate"],
    ["FooPool", "ipam.example.com", "IPPool"],
    // In a group with one role, a kind may have any name if another property identifies it.
    ["FooSettings", "bootstrap.example.com", undefined],
    ["FooSettings", "bootstrap.example.com", "BootstrapConfig", labeled],
    ["FooSettings", "bootstrap.example.com", "BootstrapConfig", having("status.initialization")],
    ["FooSettings", "bootstrap.example.com", undefined, having("status.dataSecretName")],
    ["FooSettingsTemplate", "bootstrap.example.com", "BootstrapConfigTemplate"],
    ["FooThing", "controlplane.example.com", undefined],
    ["FooThing", "controlplane.example.com", "ControlPlane", labeled],
    // With several roles, the name decides; a field alone does not.
    ["FooIdentity", "infrastructure.example.com", undefined],
    ["FooIdentity", "infrastructure.example.com", undefined, labeled],
    ["FooServer", "infrastructure.example.com", undefined, having("spec.providerID")],
    ["FooGroup", "infrastructure.example.com", undefined, having("spec.providerIDList")],
    ["FooNetwork", "infrastructure.example.com", undefined, having("spec.controlPlaneEndpoint")],
    ["FooConfig", "infrastructure.example.com", undefined],
    ["FooControlPlane", "infrastructure.example.com", "ControlPlane"],
    // A template is identified by its name or its field.
    ["FooMachineTmpl", "infrastructure.example.com", "InfraMachineTemplate", having("spec.template.spec")],
    ["FooMachineTempate", "infrastructure.example.com", "InfraMachineTemplate", having("spec.template.spec")],
    // A reference to a machine image does not identify a template.
    ["FooMachine", "infrastructure.example.com", "InfraMachine", having("spec.template", "spec.providerID")],
    ["FooMachine", "infrastructure.example.com", "InfraMachine", having("spec.template.name", "spec.providerID")],
    ["FooControlPlane", "controlplane.example.com", "ControlPlane", having("spec.template", "spec.machineTemplate")],
    ["FooMachineTmpl", "infrastructure.example.com", undefined],
    // In other groups, another property must identify the kind.
    ["FooControlPlane", "example.com", undefined, having("spec.template.spec", "spec.machineTemplate")],
    ["FooMachine", "example.com", undefined],
    ["FooMachine", "example.com", "InfraMachine", labeled],
    ["FooMachine", "example.com", "InfraMachine", { labels: { "cluster.x-k8s.io/v1alpha4": "v1" } }],
    ["FooMachine", "example.com", undefined, { labels: { "cluster.x-k8s.io/provider": "foo" } }],
    ["FooMachine", "example.com", undefined, { labels: { "example.com/v1beta2": "v1" } }],
    ["FooMachine", "example.com", "InfraMachine", having("status.initialization")],
    ["FooMachinePool", "example.com", "InfraMachinePool", labeled],
    ["FooConfig", "example.com", "BootstrapConfig", labeled],
    ["FooThing", "example.com", undefined, labeled],
    ["FooThing", "example.com", undefined, having("spec.providerID")],
    ["FooThing", "example.com", undefined, having("status.dataSecretName")],
    ["FooMachine", "example.com", "InfraMachine", having("spec.providerID")],
    // The type of the provider counts where the group says nothing.
    ["FooMachine", "example.com", "InfraMachine", { labels: { "cluster.x-k8s.io/provider": "infrastructure-foo" } }],
    ["FooConfig", "example.com", "BootstrapConfig", { labels: { "cluster.x-k8s.io/provider": "bootstrap-foo" } }],
    ["FooMachine", "infrastructure.example.com", undefined, ofType("runtime-extension-foo")],
    ["FooCluster", "infrastructure.example.com", undefined, ofType("addon-foo")],
    ["FooMachineTemplate", "example.com", "InfraMachineTemplate", having("spec.template.spec")],
    ["FooMachineTemplate", "example.com", undefined, having("spec.template.metadata")],
    ["FooMachineTemplate", "example.com", "InfraMachineTemplate", labeled],
    ["FooMachine", "example.com", undefined, having("spec.size", "status.ready")],
    // Core's kinds and addresses do not belong to a provider.
    ["Machine", "cluster.x-k8s.io", undefined, labeled],
    ["MachinePool", "addons.cluster.x-k8s.io", undefined, labeled],
    ["MachineConfig", "runtime.cluster.x-k8s.io", undefined, labeled],
    ["FooMachine", "other.cluster.x-k8s.io", "InfraMachine", labeled],
    ["FooMachine", "mycluster.x-k8s.io", "InfraMachine", labeled],
    ["IPAddress", "ipam.example.com", undefined, labeled],
    ["IPAddressClaim", "ipam.cluster.x-k8s.io", undefined, labeled],
    ["FooMachine", "ipam.example.com", undefined, labeled],
  ])("%s in %s is %s", (kind, group, role, what = {}) => {
    expect(roleOf(kind, group, what)).toBe(role);
  });

  test.each<[kind: string, role: KindRole, field: string]>([
    ["FooServer", "InfraMachine", "spec.providerID"],
    ["FooGroup", "InfraMachinePool", "spec.providerIDList"],
    ["FooNetwork", "InfraCluster", "spec.controlPlaneEndpoint"],
    ["FooSettings", "BootstrapConfig", "status.dataSecretName"],
  ])("%s is %s by a field that only the role has, if it has a Template", (kind, role, field) => {
    expect(pairedRoleOf(kind, "infrastructure.example.com", having(field))).toBe(role);
    expect(pairedRoleOf(kind, "example.com", having(field))).toBe(role);
    expect(pairedRoleOf(kind, "example.com", having("spec.size"))).toBeUndefined();
  });

  const ref = (kind: string) => ({ apiGroup: "example.com", kind, name: "a" });
  const core = (kind: string, spec: object) => ({ apiVersion: "cluster.x-k8s.io/v1beta2", kind, spec });
  const machine = { infrastructureRef: ref("FooThing"), bootstrap: { configRef: ref("BarThing") } };
  const classes = [{ infrastructure: { templateRef: ref("FooThing") }, bootstrap: { templateRef: ref("BarThing") } }];
  const v1beta1 = (kind: string) => ({ ref: { apiVersion: "example.com/v1", kind, name: "a" } });

  test.each<[title: string, referring: object, foo: KindRole, bar: KindRole]>([
    [
      "Cluster",
      core("Cluster", { infrastructureRef: ref("FooThing"), controlPlaneRef: ref("BarThing") }),
      "InfraCluster",
      "ControlPlane",
    ],
    ["Machine", core("Machine", machine), "InfraMachine", "BootstrapConfig"],
    ...["MachineSet", "MachineDeployment"].map(
      (kind) =>
        [
          kind,
          core(kind, { template: { spec: machine } }),
          "InfraMachineTemplate",
          "BootstrapConfigTemplate",
        ] satisfies [string, object, KindRole, KindRole],
    ),
    ["MachinePool", core("MachinePool", { template: { spec: machine } }), "InfraMachinePool", "BootstrapConfig"],
    [
      "ClusterClass",
      core("ClusterClass", {
        infrastructure: { templateRef: ref("FooThing") },
        controlPlane: { templateRef: ref("BarThing") },
      }),
      "InfraClusterTemplate",
      "ControlPlaneTemplate",
    ],
    [
      "class of workers",
      core("ClusterClass", { workers: { machineDeployments: classes } }),
      "InfraMachineTemplate",
      "BootstrapConfigTemplate",
    ],
    [
      "class of pools of v1beta1",
      core("ClusterClass", {
        workers: {
          machinePools: [{ template: { infrastructure: v1beta1("FooThing"), bootstrap: v1beta1("BarThing") } }],
        },
      }),
      "InfraMachinePoolTemplate",
      "BootstrapConfigTemplate",
    ],
  ])("is the role by which a %s refers to it", (_title, referring, foo, bar) => {
    const crds = ["FooThing", "BarThing"].map((kind) => crdOf(kind, "example.com", {}));
    const other = { ...referring, apiVersion: "example.com/v1" };
    expect(checkCRDs(crds, { referring: [referring] }).checked.map(({ role }) => role)).toEqual([foo, bar]);
    expect(checkCRDs([...crds, referring]).checked.map(({ role }) => role)).toEqual([foo, bar]);
    expect(checkCRDs(crds, { referring: [other, "text", core("Other", {})] }).checked).toEqual([]);
  });

  test.each([
    ["kind", "undefined", "example.com", { apiGroup: "example.com", name: "a" }],
    ["group", "FooThing", "", { kind: "FooThing", name: "a" }],
  ])("is not determined by a reference without %s", (_field, kind, group, reference) => {
    const referring = [core("Cluster", { infrastructureRef: reference })];
    expect(checkCRDs([crdOf(kind, group, {})], { referring }).checked).toEqual([]);
  });

  test("is set by the options, those for a group first", () => {
    const roles = { "FooMachine.example.com": "InfraCluster", FooMachine: "none", FooThing: "ControlPlane" } as const;
    expect(roleOf("FooMachine", "example.com", {}, { roles })).toBe("InfraCluster");
    expect(roleOf("FooMachine", "infrastructure.example.com", {}, { roles })).toBeUndefined();
    expect(roleOf("FooThing", "example.com", {}, { roles })).toBe("ControlPlane");
    expect(roleOf("FooMachinePool", "infrastructure.example.com", {}, { roles })).toBe("InfraMachinePool");
  });

  test("is a provider role, its Template, or an address pool", () => {
    const ofProviders = ["BootstrapConfig", "InfraMachine", "InfraCluster", "InfraMachinePool", "ControlPlane"];
    const templates = ofProviders.map((role) => `${role}Template`);
    expect(kindRoles.toSorted()).toEqual([...ofProviders, ...templates, "IPPool"].sort());
  });

  test("is determined for CRDs only", () => {
    const crd = crdOf("FooMachine", "infrastructure.example.com", {});
    expect(checkCRDs([{ ...crd, kind: "Deployment" }, "text", null]).checked).toEqual([]);
    expect(checkCRDs([{ kind: "CustomResourceDefinition" }]).checked).toEqual([]);
    expect(checkCRDs([{ ...crd, metadata: {} }, crd]).checked).toEqual([
      { object: "CustomResourceDefinition without name", role: "InfraMachine" },
      { object: "CustomResourceDefinition any", role: "InfraMachine" },
    ]);
  });

  test.each<[labels: Record<string, string>, selected: object | undefined]>([
    [{ "cluster.x-k8s.io/v1beta2": "v1beta1_v1" }, { contract: "v1beta2", version: "v1" }],
    [
      { "cluster.x-k8s.io/v1beta1": "v1beta1", "cluster.x-k8s.io/v1beta2": "v1" },
      { contract: "v1beta2", version: "v1" },
    ],
    [
      { "cluster.x-k8s.io/v1beta1": "v1beta1", "cluster.x-k8s.io/v1beta2": "" },
      { contract: "v1beta1", version: "v1beta1" },
    ],
    [{ "cluster.x-k8s.io/v1beta2": "V1" }, undefined],
    [{}, undefined],
  ])("%j select %j", (labels, selected) => {
    const [checked] = checkCRDs([crdOf("FooMachine", "infrastructure.example.com", { labels })]).checked;
    expect(checked?.selected).toEqual(selected);
  });
});
