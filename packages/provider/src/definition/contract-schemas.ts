import type { ContractVersion } from "@capstan/contract";
import { Type, type TProperties } from "typebox";
import type { ProviderRole } from "./contract-fields.ts";

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });

/** Contract fields of a kind's spec, as schemas; all are optional to write. */
export function contractSpecProperties(role: ProviderRole, contract: ContractVersion): TProperties {
  switch (role) {
    case "BootstrapConfig":
      return {};
    case "InfraMachine":
      return {
        providerID: Type.Optional(text(512, "Id of the machine at its provider; its Node carries the same.")),
        // Rules IM-009 and IM-010: the field belongs to contract v1beta1 alone.
        ...(contract === "v1beta1"
          ? { failureDomain: Type.Optional(text(256, "Deprecated: the failure domain the machine is in.")) }
          : {}),
      };
    case "InfraCluster":
      return { controlPlaneEndpoint: Type.Optional(controlPlaneEndpoint(contract)) };
  }
}

/** Contract fields of a kind's status, as schemas; all are optional to write. */
export function contractStatusProperties(role: ProviderRole, contract: ContractVersion): TProperties {
  const fields = contract === "v1beta1" ? v1beta1Fields() : v1beta2Fields(role);
  switch (role) {
    case "BootstrapConfig":
      return { dataSecretName: Type.Optional(text(253, "Name of the Secret with the bootstrap data.")), ...fields };
    case "InfraMachine":
      return {
        addresses: Type.Optional(addresses),
        ...(contract === "v1beta2"
          ? { failureDomain: Type.Optional(text(256, "Failure domain the machine is in.")) }
          : {}),
        ...fields,
      };
    case "InfraCluster":
      return { failureDomains: Type.Optional(failureDomains(contract)), ...fields };
  }
}

function v1beta2Fields(role: ProviderRole): TProperties {
  const flag =
    role === "BootstrapConfig"
      ? { dataSecretCreated: Type.Optional(Type.Boolean({ description: "The bootstrap data Secret is in place." })) }
      : { provisioned: Type.Optional(Type.Boolean({ description: "The infrastructure is provisioned." })) };
  return {
    initialization: Type.Optional(
      Type.Object(flag, { minProperties: 1, description: "What has been completed for the first time." }),
    ),
    conditions: Type.Optional(conditions),
  };
}

function v1beta1Fields(): TProperties {
  return {
    ready: Type.Optional(Type.Boolean({ description: "Whether the object has been provisioned; never goes back." })),
    failureReason: Type.Optional(Type.String({ description: "Terminal failure, for programs." })),
    failureMessage: Type.Optional(Type.String({ description: "Terminal failure, for people." })),
    conditions: Type.Optional(conditionsV1Beta1),
  };
}

const conditionStatus = Type.Enum(["True", "False", "Unknown"], { description: "Whether it holds." });
const transitionTime = Type.String({ format: "date-time", description: "When status last changed." });

const conditions = Type.Array(
  Type.Object(
    {
      type: text(316, "What is observed."),
      status: conditionStatus,
      observedGeneration: Type.Optional(
        Type.Integer({ format: "int64", minimum: 0, description: "Generation of the object that was looked at." }),
      ),
      lastTransitionTime: transitionTime,
      reason: text(1024, "Why, as one CamelCase word."),
      message: Type.String({ maxLength: 32768, description: "Why, as a sentence." }),
    },
    { description: "One observation about the object." },
  ),
  {
    maxItems: 32,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["type"],
    description: "What is known about the object.",
  },
);

const conditionsV1Beta1 = Type.Array(
  Type.Object(
    {
      type: text(256, "What is observed."),
      status: conditionStatus,
      severity: Type.Optional(Type.String({ maxLength: 32, description: "How bad it is; when status is False." })),
      lastTransitionTime: transitionTime,
      reason: Type.Optional(text(256, "Why, as one CamelCase word.")),
      message: Type.Optional(text(10240, "Why, as a sentence.")),
    },
    { description: "One observation about the object." },
  ),
  { description: "What is known about the object." },
);

const addresses = Type.Array(
  Type.Object(
    {
      type: Type.Enum(["Hostname", "ExternalIP", "InternalIP", "ExternalDNS", "InternalDNS"], {
        description: "What kind of address it is.",
      }),
      address: text(256, "The address."),
    },
    { description: "An address of the machine." },
  ),
  { maxItems: 256, "x-kubernetes-list-type": "atomic", description: "Addresses under which the machine is reached." },
);

const failureDomainProperties = {
  controlPlane: Type.Optional(Type.Boolean({ description: "Whether control plane machines may be put there." })),
  attributes: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: "What else the provider says about it." }),
  ),
};

function failureDomains(contract: ContractVersion) {
  if (contract === "v1beta1") {
    return Type.Record(Type.String(), Type.Object(failureDomainProperties), {
      description: "Failure domains of the cluster, by name.",
    });
  }
  return Type.Array(Type.Object({ name: text(256, "Name of the failure domain."), ...failureDomainProperties }), {
    minItems: 1,
    maxItems: 100,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    description: "Failure domains of the cluster.",
  });
}

function controlPlaneEndpoint(contract: ContractVersion) {
  const isV1Beta1 = contract === "v1beta1";
  return Type.Object(
    {
      host: Type.Optional(isV1Beta1 ? Type.String({ maxLength: 512 }) : text(512, "Host name or address.")),
      port: Type.Optional(
        Type.Integer({ format: "int32", minimum: isV1Beta1 ? 0 : 1, maximum: 65535, description: "Port." }),
      ),
    },
    { ...(isV1Beta1 ? {} : { minProperties: 1 }), description: "Where the control plane is reached." },
  );
}
