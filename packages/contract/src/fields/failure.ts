import { type ContractField } from "./contract-field.ts";
import { type FieldReader } from "./field-reader.ts";

/** A terminal failure as the v1beta1 contract reports it (rules BC-007, BC-008). */
export interface Failure {
  /** One word for programs. */
  reason?: string;
  /** A sentence for people. */
  message?: string;
}

/** Reads `status.failureReason` and `status.failureMessage`; `undefined` if neither is set. */
export function readFailure(
  reader: FieldReader,
  fields: { failureReason: ContractField; failureMessage: ContractField },
): Failure | undefined {
  const reason = reader.string(fields.failureReason);
  const message = reader.string(fields.failureMessage);
  if (reason === undefined && message === undefined) return undefined;
  return { ...(reason === undefined ? {} : { reason }), ...(message === undefined ? {} : { message }) };
}

/** The fields of a failure, for `status` of a v1beta1 object. */
export function failureStatus(failure: Failure | undefined): { failureReason?: string; failureMessage?: string } {
  return {
    ...(failure?.reason === undefined ? {} : { failureReason: failure.reason }),
    ...(failure?.message === undefined ? {} : { failureMessage: failure.message }),
  };
}
