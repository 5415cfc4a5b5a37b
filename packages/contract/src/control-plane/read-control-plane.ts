import { type ContractVersion } from "../contract-version.ts";
import { type ContractField } from "../fields/contract-field.ts";
import { type ControlPlaneEndpoint, readControlPlaneEndpoint } from "../fields/control-plane-endpoint.ts";
import { type Failure, readFailure } from "../fields/failure.ts";
import { FieldReader } from "../fields/field-reader.ts";
import { optional } from "../fields/optional.ts";
import { readCondition } from "../fields/ready-condition.ts";
import { conditionTypes } from "../conditions/condition-types.ts";
import { type Condition } from "../kubernetes/condition.ts";

/** What core learns from the object of a control plane provider. */
export interface ControlPlaneReading {
  /** The control plane can take requests. */
  initialized: boolean;
  controlPlaneEndpoint?: ControlPlaneEndpoint;
  available?: Condition;
  version?: string;
  desiredReplicas?: number;
  replicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  upToDateReplicas?: number;
  /** Not part of the contract of v1beta2, and obeyed in either. */
  failure?: Failure;
}

const field = (path: string, rule: ContractField["rule"]): ContractField => ({ path, rule });

const shared = {
  host: field("spec.controlPlaneEndpoint.host", "CP-003"),
  port: field("spec.controlPlaneEndpoint.port", "CP-003"),
  version: field("status.version", "CP-005"),
  desiredReplicas: field("spec.replicas", "CP-004"),
  replicas: field("status.replicas", "CP-004"),
  readyReplicas: field("status.readyReplicas", "CP-004"),
  availableReplicas: field("status.availableReplicas", "CP-004"),
  failureReason: field("status.failureReason", "CP-001"),
  failureMessage: field("status.failureMessage", "CP-001"),
};

const controlPlaneFields = {
  v1beta1: {
    ...shared,
    initialized: field("status.initialized", "CP-002"),
    upToDateReplicas: field("status.updatedReplicas", "CP-004"),
  },
  v1beta2: {
    ...shared,
    initialized: field("status.initialization.controlPlaneInitialized", "CP-002"),
    upToDateReplicas: field("status.upToDateReplicas", "CP-004"),
  },
} as const;

/**
 * Reads the object of a control plane provider as core does under this contract.
 *
 * @throws ContractViolation if a field has another JSON type than the contract says.
 */
export function readControlPlane(object: unknown, contract: ContractVersion): ControlPlaneReading {
  const fields = controlPlaneFields[contract];
  const reader = new FieldReader(object);
  const reading: ControlPlaneReading = {
    initialized: reader.boolean(fields.initialized) ?? false,
    ...optional("controlPlaneEndpoint", readControlPlaneEndpoint(reader, fields)),
    ...optional("available", readCondition(object, conditionTypes.available)),
    ...optional("version", reader.string(fields.version)),
    ...optional("desiredReplicas", reader.integer(fields.desiredReplicas)),
    ...optional("replicas", reader.integer(fields.replicas)),
    ...optional("readyReplicas", reader.integer(fields.readyReplicas)),
    ...optional("availableReplicas", reader.integer(fields.availableReplicas)),
    ...optional("upToDateReplicas", reader.integer(fields.upToDateReplicas)),
    ...optional("failure", readFailure(reader, fields)),
  };
  reader.finish();
  return reading;
}
