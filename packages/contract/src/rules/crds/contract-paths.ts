import { type ContractVersion } from "../../contract-version.ts";
import { type FieldDemand } from "./field-faults.ts";
import { type KindRole } from "./kind-role.ts";

type MainKind = "BootstrapConfig" | "InfraMachine" | "InfraCluster";

interface ContractPath extends Pick<FieldDemand, "type" | "present"> {
  readonly path: string;
}

/** Where a main kind tells that it is done. */
export const doneFlag: Readonly<Record<MainKind, Readonly<Record<ContractVersion, string>>>> = {
  BootstrapConfig: { v1beta1: "status.ready", v1beta2: "status.initialization.dataSecretCreated" },
  InfraMachine: { v1beta1: "status.ready", v1beta2: "status.initialization.provisioned" },
  InfraCluster: { v1beta1: "status.ready", v1beta2: "status.initialization.provisioned" },
};

const failures: readonly ContractPath[] = [
  { path: "status.failureReason", type: "string" },
  { path: "status.failureMessage", type: "string" },
];

const further: Readonly<Record<MainKind, readonly ContractPath[]>> = {
  BootstrapConfig: [{ path: "status.dataSecretName", type: "string", present: true }, ...failures],
  InfraMachine: [
    { path: "spec.providerID", type: "string", present: true },
    { path: "spec.failureDomain", type: "string" },
    { path: "status.failureDomain", type: "string" },
    { path: "status.addresses", type: "array" },
    ...failures,
  ],
  InfraCluster: [
    { path: "spec.controlPlaneEndpoint", type: "object" },
    { path: "spec.controlPlaneEndpoint.host", type: "string" },
    { path: "spec.controlPlaneEndpoint.port", type: "integer" },
    ...failures,
  ],
};

export function isMainKind(role: KindRole): role is MainKind {
  return Object.hasOwn(doneFlag, role);
}

/** The fields that core reads from a main kind under a contract. */
export function contractPaths(role: MainKind, contract: ContractVersion): readonly ContractPath[] {
  const flag: ContractPath = { path: doneFlag[role][contract], type: "boolean", present: true };
  if (role !== "InfraCluster") return [flag, ...further[role]];
  const domains: ContractPath = { path: "status.failureDomains", type: contract === "v1beta1" ? "object" : "array" };
  return [flag, ...further[role], domains];
}
