import { type ContractField } from "./contract-field.ts";
import { type FieldReader } from "./field-reader.ts";

/** Where a control plane is reached. */
export interface ControlPlaneEndpoint {
  host: string;
  port: number;
}

/** An endpoint with only a host or only a port counts as not set (rule IC-011). */
export function readControlPlaneEndpoint(
  reader: FieldReader,
  fields: { host: ContractField; port: ContractField },
): ControlPlaneEndpoint | undefined {
  const host = reader.string(fields.host);
  const port = reader.integer(fields.port);
  return host === undefined || port === undefined || port === 0 ? undefined : { host, port };
}
