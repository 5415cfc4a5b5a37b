import type { ContractVersion } from "@capstan/contract";
import type { ProviderRole } from "../definition/contract-fields.ts";
import { type Fields, fieldsOf } from "../lifecycle/stored-object.ts";
import { toldFields, toldIn } from "./told-status.ts";
import { without } from "./without.ts";

/** The contract's own fields of an object. */
export interface ContractPart {
  readonly spec: Fields;
  readonly status: Fields;
}

const maxPort = 65_535;

type Contracts = readonly ContractVersion[];

/**
 * The contract's fields of an object in the words of other contracts (rule AR-020). What those have no words for is left out.
 * A version of both contracts has the flags of both, and conditions and failure domains in the form of v1beta2.
 */
export function convertContractPart(
  role: ProviderRole,
  part: ContractPart,
  from: Contracts,
  to: Contracts,
): ContractPart {
  if (from.join() === to.join()) return part;
  const rest = without(part.status, "ready", "initialization", ...toldFields);
  const common = {
    spec: part.spec,
    status: {
      ...rest,
      ...completionIn(role, completionOf(role, part.status, from), to),
      ...toldIn(part.status, from, to),
    },
  };
  switch (role) {
    case "BootstrapConfig":
      return common;
    case "InfraMachine":
      return withFailureDomain(common, from, to);
    case "InfraCluster":
      return { spec: endpointIn(common.spec, to), status: failureDomainsIn(common.status, to) };
  }
}

/** Whether fields have the form that v1beta2 gave them. */
function isV1Beta2(contracts: Contracts): boolean {
  return contracts.includes("v1beta2");
}

const flagOf = {
  BootstrapConfig: "dataSecretCreated",
  InfraMachine: "provisioned",
  InfraCluster: "provisioned",
} as const;

/** Whether the object is complete: `ready` in v1beta1, a flag below `initialization` in v1beta2 (BC-003, BC-004, IM-013 …). */
function completionOf(role: ProviderRole, { ready, initialization }: Fields, contracts: Contracts): unknown {
  return (isV1Beta2(contracts) ? fieldsOf(initialization)[flagOf[role]] : undefined) ?? ready;
}

function completionIn(role: ProviderRole, done: unknown, contracts: Contracts): Fields {
  if (done === undefined) return {};
  return {
    ...(contracts.includes("v1beta1") ? { ready: done } : {}),
    ...(isV1Beta2(contracts) ? { initialization: { [flagOf[role]]: done } } : {}),
  };
}

/** Where the machine is: said in spec in v1beta1, in status in v1beta2 (IM-008, IM-009). */
function withFailureDomain({ spec, status }: ContractPart, from: Contracts, to: Contracts): ContractPart {
  if (isV1Beta2(from) === isV1Beta2(to)) return { spec, status };
  const { failureDomain, ...others } = isV1Beta2(to) ? spec : status;
  const moved = failureDomain === undefined ? {} : { failureDomain };
  return isV1Beta2(to)
    ? { spec: others, status: { ...status, ...moved } }
    : { spec: { ...spec, ...moved }, status: others };
}

/** A map by name in v1beta1, a list in v1beta2 that has at least one (IC-006 to IC-008). */
function failureDomainsIn(status: Fields, to: Contracts): Fields {
  const { failureDomains, ...rest } = status;
  if (Array.isArray(failureDomains) === isV1Beta2(to) || failureDomains === undefined) return status;
  if (Array.isArray(failureDomains)) {
    const entries = (failureDomains as unknown[])
      .map(fieldsOf)
      .map(({ name, ...domain }) => [String(name), domain] as const);
    return { ...rest, failureDomains: Object.fromEntries(entries) };
  }
  const names = Object.keys(fieldsOf(failureDomains)).toSorted();
  if (names.length === 0) return rest;
  const list = names.map((name) => ({ name, ...fieldsOf(fieldsOf(failureDomains)[name]) }));
  return { ...rest, failureDomains: list };
}

/** Zero values stand for unset in v1beta1; v1beta2 leaves out what is unset, or no port at all (IC-003, IC-004). */
function endpointIn(spec: Fields, to: Contracts): Fields {
  const { controlPlaneEndpoint, ...rest } = spec;
  if (controlPlaneEndpoint === undefined || !isV1Beta2(to)) return spec;
  const { host, port } = fieldsOf(controlPlaneEndpoint);
  const set = {
    ...(host === undefined || host === "" ? {} : { host }),
    ...(typeof port === "number" && port > 0 && port <= maxPort ? { port } : {}),
  };
  return Object.keys(set).length === 0 ? rest : { ...rest, controlPlaneEndpoint: set };
}
