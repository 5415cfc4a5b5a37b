import type { Condition, ContractVersion, MachineAddress } from "@capstan/contract";

/** The three kinds of provider object that this package helps to write. */
export type ProviderRole = "BootstrapConfig" | "InfraMachine" | "InfraCluster";

/** `host` and `port` at which the workload cluster's API server is reached. */
export interface APIEndpoint {
  host: string;
  port: number;
}

/** A failure domain as an InfraCluster of contract v1beta2 reports it. */
export interface InfraFailureDomain {
  name: string;
  controlPlane?: boolean;
  attributes?: Record<string, string>;
}

/** Spec fields that the contract gives to a kind; the definition helpers add them. */
export interface ContractSpecFields {
  BootstrapConfig: unknown;
  InfraMachine: { providerID?: string; failureDomain?: string };
  InfraCluster: { controlPlaneEndpoint?: APIEndpoint };
}

interface V1Beta1Condition {
  type: string;
  status: "True" | "False" | "Unknown";
  severity?: string;
  lastTransitionTime: string;
  reason?: string;
  message?: string;
}

interface V1Beta1Status {
  ready?: boolean;
  failureReason?: string;
  failureMessage?: string;
  conditions?: V1Beta1Condition[];
  v1beta2?: { conditions?: Condition[] };
}

interface V1Beta2Status {
  conditions?: Condition[];
}

/** Status fields that the contract gives to a kind, per contract version; the definition helpers add them. */
export interface ContractStatusFields {
  v1beta1: {
    BootstrapConfig: V1Beta1Status & { dataSecretName?: string };
    InfraMachine: V1Beta1Status & { addresses?: MachineAddress[]; failureDomain?: string };
    InfraCluster: V1Beta1Status & {
      failureDomains?: Record<string, { controlPlane?: boolean; attributes?: Record<string, string> }>;
    };
  };
  v1beta2: {
    BootstrapConfig: V1Beta2Status & { dataSecretName?: string; initialization?: { dataSecretCreated?: boolean } };
    InfraMachine: V1Beta2Status & {
      addresses?: MachineAddress[];
      failureDomain?: string;
      initialization?: { provisioned?: boolean };
    };
    InfraCluster: V1Beta2Status & { failureDomains?: InfraFailureDomain[]; initialization?: { provisioned?: boolean } };
  };
}

/**
 * The contract's status fields of a kind at one API version. Of a version that implements both contracts they are those of
 * both; conditions and failure domains, which differ in form, are those of v1beta2.
 */
export type ContractStatusOf<
  Role extends ProviderRole,
  Contract extends ContractVersion | readonly ContractVersion[],
> = Contract extends infer Known extends ContractVersion
  ? ContractStatusFields[Known][Role]
  : Contract extends readonly [infer Only extends ContractVersion]
    ? ContractStatusFields[Only][Role]
    : Omit<ContractStatusFields["v1beta1"][Role], keyof ContractStatusFields["v1beta2"][Role]> &
        ContractStatusFields["v1beta2"][Role];

/** The contract versions a definition may declare. */
export type { ContractVersion };
