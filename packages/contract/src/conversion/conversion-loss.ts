import { type SchemaFault } from "../validation/schema-fault.ts";
import { type KeptParts } from "./conversion-data.ts";

/** Something of an object that another version does not show. The API server has no way to warn of it: it is for the log. */
export interface ConversionLoss {
  /** Where it is. */
  readonly part: keyof KeptParts;
  /** What is lost and why; names the field, and has no value of it. */
  readonly why: string;
}

const longestPath = 200;

/** What the schema of the version does not admit is left out. */
export function misfit(part: keyof KeptParts, version: string, { path, expected }: SchemaFault): ConversionLoss {
  const at = `${part}${path.startsWith("[") || path === "" ? "" : "."}${path}`.slice(0, longestPath);
  return { part, why: `${at} has no valid value in ${version}, which requires ${expected}; it is left out there` };
}

/** What is left out in the version is not kept for the way back either. */
export function unkept(part: keyof KeptParts, version: string): ConversionLoss {
  const remedy = `shorten the annotations of the object before it is written in ${version}`;
  return { part, why: `what ${version} has no place for does not fit into the object's annotations; ${remedy}` };
}
