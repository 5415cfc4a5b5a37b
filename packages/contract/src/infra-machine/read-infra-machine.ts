import { type MachineAddress, machineAddressTypes } from "../api/fields/addresses.ts";
import { type ContractVersion } from "../contract-version.ts";
import { type ContractField } from "../fields/contract-field.ts";
import { type Failure, readFailure } from "../fields/failure.ts";
import { FieldReader, isJsonObject } from "../fields/field-reader.ts";
import { optional } from "../fields/optional.ts";
import { readPhase } from "../fields/phase.ts";
import { readReadyCondition } from "../fields/ready-condition.ts";
import { type Condition } from "../kubernetes/condition.ts";
import { infraMachineFields } from "./infra-machine-fields.ts";

/** What core learns from an infra machine. */
export interface InfraMachineReading {
  /** The infrastructure of the machine is there (rules IM-013, IM-014). */
  provisioned: boolean;
  /** Equal to the Node's, byte for byte (rule IM-004). */
  providerID?: string;
  addresses?: MachineAddress[];
  /** `status.failureDomain` under v1beta2, `spec.failureDomain` under v1beta1. */
  failureDomain?: string;
  ready?: Condition;
  failure?: Failure;
  /** `status.phase`, which is not part of the contract. */
  phase?: string;
}

/**
 * Reads an infra machine as core does under this contract: there is no fallback to the flag of the other one
 * (rule AR-012).
 *
 * @throws ContractViolation if a field has another JSON type than the contract says, or an address is malformed.
 */
export function readInfraMachine(object: unknown, contract: ContractVersion): InfraMachineReading {
  const fields = infraMachineFields[contract];
  const reader = new FieldReader(object);
  const reading: InfraMachineReading = {
    provisioned: reader.boolean(fields.provisioned) ?? false,
    ...optional("providerID", reader.string(fields.providerID)),
    ...optional("addresses", readAddresses(reader, fields.addresses)),
    ...optional("failureDomain", reader.string(fields.failureDomain)),
    ...optional("ready", readReadyCondition(object)),
    ...optional("failure", readFailure(reader, fields)),
    ...optional("phase", readPhase(object)),
  };
  reader.finish();
  return reading;
}

function readAddresses(reader: FieldReader, field: ContractField): MachineAddress[] | undefined {
  return reader.list(field)?.flatMap((item, index) => {
    const at = (name: string): ContractField => ({ ...field, path: `${field.path}[${String(index)}]${name}` });
    if (!isJsonObject(item)) {
      reader.report(at(""), "an object with type and address", item);
      return [];
    }
    const type = machineAddressTypes.find((known) => known === item.type);
    const { address } = item;
    if (type === undefined) reader.report(at(".type"), `one of ${machineAddressTypes.join(", ")}`, item.type);
    const fits = typeof address === "string" && address.length > 0 && address.length <= 256;
    if (!fits) reader.report(at(".address"), "a string of 1 to 256 characters", address);
    return type !== undefined && fits ? [{ type, address }] : [];
  });
}
