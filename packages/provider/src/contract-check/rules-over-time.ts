import {
  bootstrapConfigFields,
  type ContractField,
  ContractViolation,
  type ContractVersion,
  type Failure,
  infraClusterFields,
  infraMachineFields,
  readBootstrapConfig,
  readInfraCluster,
  readInfraMachine,
  type Violation,
  violation,
} from "@capstan/contract";
import type { ProviderRole } from "../definition/contract-fields.ts";
import { type CachedObject, fieldsOf } from "../lifecycle/stored-object.ts";

/** What a provider object has reported, as far as later reports must agree with it. */
interface Reported {
  readonly provisioned: boolean;
  readonly dataSecretName?: string;
  readonly providerID?: string;
  readonly endpoint?: string;
  readonly failure?: Failure;
}

/** The fields that carry it, each with the rule that forbids to take it back. */
interface LastingFields {
  readonly provisioned: ContractField;
  readonly dataSecretName?: ContractField;
  readonly providerID?: ContractField;
  readonly endpoint?: ContractField;
  readonly failure: ContractField;
}

/**
 * What a write would take back that the contract wants to last: a flag, once true (BC-019, IM-015, IC-009, IC-010); the
 * name of a data Secret, once reported with it (BC-019); a providerID (IM-002) and an endpoint (IC-002), once set; a
 * terminal failure where v1beta1 is all the kind implements (BC-009, IM-016, IC-012). Pure.
 *
 * A status that was lost as a whole has nothing to agree with.
 */
export function violationsOverTime(
  role: ProviderRole,
  contracts: readonly ContractVersion[],
  before: CachedObject,
  after: CachedObject,
): Violation[] {
  const found = contracts.flatMap((contract) => {
    const then = reported(role, contract, before);
    const now = reported(role, contract, after);
    // What cannot be read is told by the readers themselves.
    if (then === undefined || now === undefined) return [];
    const failureIsFinal = contract === "v1beta1" && contracts.length === 1;
    return takenBack(lastingFields(role, contract), then, now, failureIsFinal);
  });
  // Both contracts have these fields at the same place.
  return found.filter(({ path }, index) => found.findIndex((other) => other.path === path) === index);
}

function takenBack(fields: LastingFields, then: Reported, now: Reported, failureIsFinal: boolean): Violation[] {
  const changes: Violation[] = [];
  const keep = (field: ContractField | undefined, before: unknown, after: unknown, why: string): void => {
    if (field === undefined || before === undefined || before === after) return;
    const expected = `${JSON.stringify(before)}, which was reported before: ${why}`;
    changes.push(violation(field.rule, { path: field.path, expected, actual: after }));
  };
  keep(fields.provisioned, then.provisioned || undefined, now.provisioned, "it is never taken back");
  const name = then.provisioned ? then.dataSecretName : undefined;
  keep(fields.dataSecretName, name, now.dataSecretName, "the name of a data Secret never changes");
  keep(fields.providerID, then.providerID, now.providerID, "a providerID never changes");
  keep(fields.endpoint, then.endpoint, now.endpoint, "the endpoint of a control plane never changes");
  const failure = failureIsFinal ? then.failure?.reason : undefined;
  keep(fields.failure, failure, now.failure?.reason, "a terminal failure is never cleared");
  return changes;
}

function reported(role: ProviderRole, contract: ContractVersion, object: CachedObject): Reported | undefined {
  try {
    switch (role) {
      case "BootstrapConfig": {
        const { dataSecretCreated, ...rest } = readBootstrapConfig(object, contract);
        return { ...rest, provisioned: dataSecretCreated };
      }
      case "InfraMachine":
        return readInfraMachine(object, contract);
      case "InfraCluster": {
        const { controlPlaneEndpoint: endpoint, ...rest } = readInfraCluster(withoutDomains(object), contract);
        return endpoint === undefined ? rest : { ...rest, endpoint: `${endpoint.host}:${endpoint.port}` };
      }
    }
  } catch (error) {
    if (error instanceof ContractViolation) return undefined;
    throw error;
  }
}

/** Of a kind that implements both contracts they have the form of one, and nothing here is about them. */
function withoutDomains(object: CachedObject): object {
  const { failureDomains, ...status } = fieldsOf(object.status);
  return failureDomains === undefined ? object : { ...object, status };
}

function lastingFields(role: ProviderRole, contract: ContractVersion): LastingFields {
  switch (role) {
    case "BootstrapConfig": {
      const { dataSecretCreated, dataSecretName, failureReason } = bootstrapConfigFields[contract];
      return {
        provisioned: { ...dataSecretCreated, rule: "BC-019" },
        dataSecretName: { ...dataSecretName, rule: "BC-019" },
        failure: { ...failureReason, rule: "BC-009" },
      };
    }
    case "InfraMachine": {
      const { provisioned, providerID, failureReason } = infraMachineFields[contract];
      return { provisioned: { ...provisioned, rule: "IM-015" }, providerID, failure: failureReason };
    }
    case "InfraCluster": {
      const { provisioned, host, failureReason } = infraClusterFields[contract];
      return { provisioned, endpoint: { ...host, path: "spec.controlPlaneEndpoint" }, failure: failureReason };
    }
  }
}
