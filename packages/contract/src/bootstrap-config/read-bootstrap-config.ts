import { type ContractVersion } from "../contract-version.ts";
import { type Failure, readFailure } from "../fields/failure.ts";
import { FieldReader } from "../fields/field-reader.ts";
import { readPhase } from "../fields/phase.ts";
import { optional } from "../fields/optional.ts";
import { readReadyCondition } from "../fields/ready-condition.ts";
import { type Condition } from "../kubernetes/condition.ts";
import { bootstrapConfigFields } from "./bootstrap-config-fields.ts";

/** What core learns from a bootstrap config. */
export interface BootstrapConfigReading {
  /** The bootstrap data is stored (rules BC-003, BC-004). */
  dataSecretCreated: boolean;
  /** Name of the Secret with the bootstrap data (rule BC-005). */
  dataSecretName?: string;
  ready?: Condition;
  failure?: Failure;
  /** `status.phase`, which is not part of the contract. */
  phase?: string;
}

/**
 * Reads a bootstrap config as core does under this contract: there is no fallback to the flag of the other one
 * (rule AR-012).
 *
 * @throws ContractViolation if a field has another JSON type than the contract says.
 */
export function readBootstrapConfig(object: unknown, contract: ContractVersion): BootstrapConfigReading {
  const fields = bootstrapConfigFields[contract];
  const reader = new FieldReader(object);
  const reading: BootstrapConfigReading = {
    dataSecretCreated: reader.boolean(fields.dataSecretCreated) ?? false,
    ...optional("dataSecretName", reader.string(fields.dataSecretName)),
    ...optional("ready", readReadyCondition(object)),
    ...optional("failure", readFailure(reader, fields)),
    ...optional("phase", readPhase(object)),
  };
  reader.finish();
  return reading;
}
