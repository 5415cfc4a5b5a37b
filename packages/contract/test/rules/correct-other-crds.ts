import { type ContractVersion, type CustomResourceDefinition, customResourceDefinition } from "@capstan/contract";
import { Type } from "@capstan/provider";
import { conditionsSchema, conditionsV1Beta1Schema } from "../../src/fields/conditions.ts";

const count = Type.Optional(Type.Integer());
const endpoint = Type.Object({ host: Type.Optional(Type.String()), port: Type.Optional(Type.Integer()) });
const template = {
  metadata: Type.Optional(Type.Object({ labels: Type.Optional(Type.Record(Type.String(), Type.String())) })),
};
const gates = Type.Optional(
  Type.Array(Type.Object({ conditionType: Type.String() }), {
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["conditionType"],
  }),
);
const taints = Type.Optional(
  Type.Array(Type.Object({ key: Type.String(), effect: Type.String(), value: Type.Optional(Type.String()) }), {
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["key", "effect"],
  }),
);
const time = Type.Optional(Type.String({ format: "date-time" }));
const reference = Type.Object({ kind: Type.String(), name: Type.String(), apiGroup: Type.Optional(Type.String()) });

/** CRDs of a control plane, a machine pool and an address pool that keep every rule. */
export function correctOtherCRDs(contract: ContractVersion): readonly CustomResourceDefinition[] {
  return [controlPlane(contract), machinePool(contract), addressPool(contract)];
}

function controlPlane(contract: ContractVersion): CustomResourceDefinition {
  const isNew = contract === "v1beta2";
  const machineTemplate = isNew
    ? Type.Object({
        ...template,
        spec: Type.Object({ infrastructureRef: reference, readinessGates: gates, taints }),
      })
    : Type.Object({ ...template, infrastructureRef: reference, readinessGates: gates, taints });
  const rollout = isNew ? { rollout: Type.Optional(Type.Object({ after: time })) } : { rolloutAfter: time };
  const flag = isNew
    ? {
        initialization: Type.Optional(
          Type.Object({ controlPlaneInitialized: Type.Optional(Type.Boolean()) }, { minProperties: 1 }),
        ),
      }
    : { initialized: Type.Optional(Type.Boolean()), ready: Type.Optional(Type.Boolean()) };
  const counters = isNew
    ? { availableReplicas: count, upToDateReplicas: count }
    : { updatedReplicas: count, unavailableReplicas: count };
  return customResourceDefinition({
    group: "controlplane.example.com",
    kind: "FooControlPlane",
    versions: [
      {
        name: "v1",
        contract,
        spec: Type.Object({
          controlPlaneEndpoint: Type.Optional(endpoint),
          replicas: count,
          version: Type.Optional(Type.String()),
          machineTemplate,
          ...rollout,
        }),
        status: Type.Object({
          ...flag,
          ...counters,
          replicas: count,
          readyReplicas: count,
          selector: Type.Optional(Type.String()),
          version: Type.Optional(Type.String()),
          conditions: Type.Optional(isNew ? conditionsSchema : conditionsV1Beta1Schema),
        }),
        scale: {
          specReplicasPath: ".spec.replicas",
          statusReplicasPath: ".status.replicas",
          labelSelectorPath: ".status.selector",
        },
      },
    ],
  });
}

function machinePool(contract: ContractVersion): CustomResourceDefinition {
  const isNew = contract === "v1beta2";
  const provisioned = Type.Optional(Type.Boolean());
  const flag = { initialization: Type.Optional(Type.Object({ provisioned }, { minProperties: 1 })) };
  return customResourceDefinition({
    group: "infrastructure.example.com",
    kind: "FooMachinePool",
    versions: [
      {
        name: "v1",
        contract,
        spec: Type.Object({
          providerID: Type.Optional(Type.String()),
          providerIDList: Type.Optional(Type.Array(Type.String())),
        }),
        status: Type.Object({
          ready: Type.Optional(Type.Boolean()),
          ...(isNew ? flag : { failureReason: Type.Optional(Type.String()) }),
          replicas: count,
          infrastructureMachineKind: Type.Optional(Type.String()),
          instances: Type.Optional(Type.Array(Type.Object({}))),
          conditions: Type.Optional(isNew ? conditionsSchema : conditionsV1Beta1Schema),
        }),
      },
    ],
  });
}

function addressPool(contract: ContractVersion): CustomResourceDefinition {
  return customResourceDefinition({
    group: "ipam.example.com",
    kind: "FooIPPool",
    versions: [{ name: "v1", contract, spec: Type.Object({ subnet: Type.String() }) }],
  });
}
