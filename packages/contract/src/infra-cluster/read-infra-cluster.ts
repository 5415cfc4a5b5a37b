import { type FailureDomain } from "../api/fields/cluster-fields.ts";
import { type ContractVersion } from "../contract-version.ts";
import { type ContractField } from "../fields/contract-field.ts";
import { type ControlPlaneEndpoint, readControlPlaneEndpoint } from "../fields/control-plane-endpoint.ts";
import { type Failure, readFailure } from "../fields/failure.ts";
import { FieldReader, isJsonObject } from "../fields/field-reader.ts";
import { optional } from "../fields/optional.ts";
import { readReadyCondition } from "../fields/ready-condition.ts";
import { type Condition } from "../kubernetes/condition.ts";
import { infraClusterFields } from "./infra-cluster-fields.ts";

/** What core learns from an infra cluster. */
export interface InfraClusterReading {
  /** The infrastructure of the cluster is there (rules IC-009, IC-010). */
  provisioned: boolean;
  /** Only if host and port are both set (rule IC-011). */
  controlPlaneEndpoint?: ControlPlaneEndpoint;
  /** By name in v1beta1, a list in v1beta2; here always a list. */
  failureDomains?: FailureDomain[];
  ready?: Condition;
  failure?: Failure;
}

/**
 * Reads an infra cluster as core does under this contract: there is no fallback to the fields of the other one
 * (rules AR-012, IC-008).
 *
 * @throws ContractViolation if a field has another JSON type than the contract says.
 */
export function readInfraCluster(object: unknown, contract: ContractVersion): InfraClusterReading {
  const fields = infraClusterFields[contract];
  const reader = new FieldReader(object);
  const domains =
    contract === "v1beta1"
      ? readDomainMap(reader, fields.failureDomains)
      : readDomainList(reader, fields.failureDomains);
  const reading: InfraClusterReading = {
    provisioned: reader.boolean(fields.provisioned) ?? false,
    ...optional("controlPlaneEndpoint", readControlPlaneEndpoint(reader, fields)),
    ...optional("failureDomains", domains),
    ...optional("ready", readReadyCondition(object)),
    ...optional("failure", readFailure(reader, fields)),
  };
  reader.finish();
  return reading;
}

function readDomainMap(reader: FieldReader, field: ContractField): FailureDomain[] | undefined {
  const map = reader.map(field);
  if (map === undefined) return undefined;
  return Object.keys(map)
    .sort()
    .flatMap((name) => readDomain(reader, { ...field, path: `${field.path}.${name}` }, name, map[name]));
}

function readDomainList(reader: FieldReader, field: ContractField): FailureDomain[] | undefined {
  return reader.list(field)?.flatMap((item, index) => {
    const at = { ...field, path: `${field.path}[${String(index)}]` };
    const name = isJsonObject(item) ? item.name : undefined;
    if (typeof name !== "string" || name === "") {
      reader.report({ ...at, path: `${at.path}.name` }, "a string that is not empty", name);
      return [];
    }
    return readDomain(reader, at, name, item);
  });
}

function readDomain(reader: FieldReader, field: ContractField, name: string, value: unknown): FailureDomain[] {
  if (!isJsonObject(value)) {
    reader.report(field, "an object", value);
    return [];
  }
  const { controlPlane = false, attributes } = value;
  if (typeof controlPlane !== "boolean") {
    reader.report({ ...field, path: `${field.path}.controlPlane` }, "a boolean", controlPlane);
    return [];
  }
  if (attributes !== undefined && !isStringMap(attributes)) {
    reader.report({ ...field, path: `${field.path}.attributes` }, "a map of strings", attributes);
    return [];
  }
  return [{ name, controlPlane, ...optional("attributes", attributes) }];
}

function isStringMap(value: unknown): value is Record<string, string> {
  return isJsonObject(value) && Object.values(value).every((entry) => typeof entry === "string");
}
