import {
  coreProvider,
  coreCRDs,
  type CustomResourceDefinition,
  labels,
  MachineDeployment,
  MachinePool,
  type StructuralSchema,
} from "@capstan/contract";
import { apiVersionOf, ArgumentError } from "@capstan/kube";

const anything: StructuralSchema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/**
 * The CRD of MachinePools, for tests of providers that serve them: Capstan has no controller for the kind, and does not ship upstream's
 * CRD. The fields in common with MachineDeployments have the same schema; others are not validated.
 */
export const machinePoolCRD: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: {
    name: `${MachinePool.plural}.${MachinePool.group}`,
    labels: { [labels.provider]: coreProvider, "cluster.x-k8s.io/v1beta2": MachinePool.version },
  },
  spec: {
    group: MachinePool.group,
    names: {
      kind: MachinePool.kind,
      plural: MachinePool.plural,
      singular: MachinePool.kind.toLowerCase(),
      listKind: `${MachinePool.kind}List`,
    },
    scope: "Namespaced",
    versions: [
      {
        name: MachinePool.version,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties: { spec: specSchema(), status: anything } } },
        subresources: { status: {} },
      },
    ],
  },
};

function specSchema(): StructuralSchema {
  const deployment = coreCRDs.find(({ spec }) => spec.names.kind === MachineDeployment.kind);
  const version = deployment?.spec.versions.find(({ name }) => name === MachineDeployment.version);
  const shared = version?.schema.openAPIV3Schema.properties?.spec?.properties;
  const { clusterName, replicas, template } = shared ?? {};
  if (clusterName === undefined || replicas === undefined || template === undefined) {
    throw new ArgumentError(`${apiVersionOf(MachineDeployment)} has no clusterName, replicas and template.`);
  }
  const providerIDList: StructuralSchema = { type: "array", items: { type: "string" } };
  return {
    type: "object",
    required: ["clusterName", "template"],
    properties: { clusterName, replicas, template, providerIDList },
  };
}
