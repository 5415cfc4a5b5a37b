import { type SchemaFault } from "../validation/schema-fault.ts";
import { type KeptParts } from "./conversion-data.ts";

/** A value of an object that another version does not show. The API server has no warning for conversions, so log it. */
export interface ConversionLoss {
  /** The part with the value. */
  readonly part: keyof KeptParts;
  /** The field and the reason; quotes no value. */
  readonly why: string;
}

const longestPath = 200;

/** The loss of a value that the schema of the version does not allow. */
export function misfit(part: keyof KeptParts, version: string, { path, expected }: SchemaFault): ConversionLoss {
  const at = `${part}${path.startsWith("[") || path === "" ? "" : "."}${path}`.slice(0, longestPath);
  return { part, why: `${at} has no valid value in ${version}, which requires ${expected}; it is omitted there` };
}

/** The loss of a value that the annotation cannot keep either. */
export function unkept(part: keyof KeptParts, version: string): ConversionLoss {
  const remedy = `shorten the object's annotations before you write it in ${version}`;
  return { part, why: `the values without a field in ${version} do not fit into the object's annotations; ${remedy}` };
}
