import {
  type CustomResourceDefinition,
  type KubernetesObject,
  MachinePool,
  type ResourceKind,
} from "@capstan/contract";

export const infrastructureGroup = "infrastructure.cluster.x-k8s.io";
export const bootstrapGroup = "bootstrap.cluster.x-k8s.io";

/** An object of a provider kind. */
export type ProviderObject = KubernetesObject & { spec?: Record<string, unknown>; status?: Record<string, unknown> };

function kind(group: string, name: string): ResourceKind<ProviderObject> {
  return { group, version: "v1", kind: name, plural: `${name.toLowerCase()}s`, namespaced: true };
}

export const TestCluster = kind(infrastructureGroup, "TestCluster");
export const TestMachine = kind(infrastructureGroup, "TestMachine");
export const TestControlPlane = kind("controlplane.cluster.x-k8s.io", "TestControlPlane");
export const TestConfig = kind(bootstrapGroup, "TestConfig");
export const TestMachineTemplate = kind(infrastructureGroup, "TestMachineTemplate");
export const TestConfigTemplate = kind(bootstrapGroup, "TestConfigTemplate");

export const providerKinds: readonly ResourceKind[] = [
  TestCluster,
  TestMachine,
  TestConfig,
  TestMachineTemplate,
  TestConfigTemplate,
];

/** The CRD of a provider kind without a schema. */
export function definitionOf({ group, kind: name, plural }: ResourceKind): CustomResourceDefinition {
  const anything = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as const;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}`, labels: { "cluster.x-k8s.io/v1beta2": "v1" } },
    spec: {
      group,
      names: { kind: name, listKind: `${name}List`, plural, singular: name.toLowerCase() },
      scope: "Namespaced",
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec: anything, status: anything } } },
          subresources: { status: {} },
        },
      ],
    },
  };
}

/** The CRD of MachinePools, without a schema. */
export function poolDefinition(): CustomResourceDefinition {
  const definition = definitionOf(MachinePool);
  const versions = definition.spec.versions.map((version) => ({ ...version, name: MachinePool.version }));
  return { ...definition, spec: { ...definition.spec, versions } };
}
