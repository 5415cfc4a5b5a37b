import { fieldsOf, isJsonObject, type JsonObject } from "@capstan/kube";
import type { DefinedVersion } from "../definition/defined-version.ts";
import type { ProviderRole, Section } from "@capstan/contract";
import type { OpaqueConversion } from "./author-conversion.ts";
import type { KeptParts } from "./conversion-data.ts";
import { convertContractPart } from "./contract-part.ts";
import type { ConversionError } from "./conversion-error.ts";

/** One way between the storage version and another. */
export interface Step {
  readonly role: ProviderRole | undefined;
  readonly from: DefinedVersion;
  readonly to: DefinedVersion;
  /** The author's, for the one of the two that is not the storage version. */
  readonly conversion: OpaqueConversion;
  /** What is thrown if the author's conversion fails; names the object. */
  readonly failure: (why: string, options?: { readonly cause: unknown }) => ConversionError;
}

/** `spec` and `status` of an object in the other version; what that has no place for is left out. */
export function convertParts(parts: KeptParts, step: Step): KeptParts {
  const { role, from, to } = step;
  const contract = { spec: contractFields(parts, "spec", from), status: contractFields(parts, "status", from) };
  const converted = convertContractPart(role, contract, from.contracts, to.contracts);
  return { ...section(parts, "spec", converted.spec, step), ...section(parts, "status", converted.status, step) };
}

/** `spec` of a Template, whose objects have no fields of the contract's. */
export function convertTemplateParts({ spec }: KeptParts, step: Step): KeptParts {
  if (spec === undefined) return {};
  const { template, ...rest } = fieldsOf(spec);
  const { metadata, spec: made, ...others } = fieldsOf(template);
  const converted = {
    // v1beta2 requires metadata that is present not to be empty.
    ...(Object.keys(fieldsOf(metadata)).length === 0 ? {} : { metadata }),
    ...others,
    ...(made === undefined ? {} : madeSpec(fieldsOf(made), step)),
  };
  // A Template whose objects have an empty spec has no spec itself: v1beta2 requires a spec that is present not to be empty.
  const saysNothing = Object.keys(converted).length === 0 && Object.keys(rest).length === 0;
  if (saysNothing && !mayBeEmpty("spec", step.to)) return {};
  return { spec: { ...rest, template: converted } };
}

function madeSpec(made: JsonObject, step: Step): { readonly spec?: JsonObject } {
  const spec = convertOwn(made, "spec", step);
  return Object.keys(spec).length === 0 && !mayBeEmpty("spec", step.to) ? {} : { spec };
}

function section(parts: KeptParts, name: Section, contract: JsonObject, step: Step): KeptParts {
  const given = parts[name];
  const reserved = step.from.schemas.contractNames[name];
  const own = Object.entries(fieldsOf(given)).filter(([field]) => !reserved.includes(field));
  // Without the section there is nothing of the author's to convert.
  const converted = given === undefined ? {} : convertOwn(Object.fromEntries(own), name, step);
  const fields = { ...converted, ...contract };
  // A section whose last field has moved elsewhere is removed, while one that was empty before stays if it may be empty.
  const isGone =
    Object.keys(fields).length === 0 &&
    (given === undefined || Object.keys(fieldsOf(given)).length > 0 || !mayBeEmpty(name, step.to));
  return isGone ? {} : { [name]: fields };
}

function mayBeEmpty(name: Section, { schemas }: DefinedVersion): boolean {
  const { minProperties = 0 } = schemas[name] as { readonly minProperties?: number };
  return minProperties === 0;
}

function contractFields(parts: KeptParts, name: Section, { schemas }: DefinedVersion): JsonObject {
  const names = schemas.contractNames[name];
  return Object.fromEntries(Object.entries(fieldsOf(parts[name])).filter(([field]) => names.includes(field)));
}

function convertOwn(own: JsonObject, name: Section, { from, to, conversion, failure }: Step): JsonObject {
  const functions = conversion[name];
  if (functions === undefined) return own;
  const direction = to.storage ? "toStorage" : "fromStorage";
  const version = to.storage ? from.name : to.name;
  try {
    return resultOf(functions[direction], own, `conversions.${version}.${name}.${direction}`, failure);
  } catch (error) {
    if (lacksRequired(own, name, from)) return {};
    throw error;
  }
}

function resultOf(
  convert: (own: object) => object,
  own: JsonObject,
  path: string,
  failure: Step["failure"],
): JsonObject {
  let converted: unknown;
  try {
    converted = plainJson({ fields: convert(structuredClone(own)) }).fields;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw failure(`${path} threw: ${why}`, { cause: error });
  }
  if (isJsonObject(converted)) return converted;
  throw failure(`${path} must return the fields as an object`);
}

/** Server-side apply has objects converted whose fields it has left out: no function has to know what to do with them. */
function lacksRequired(own: JsonObject, name: Section, { schemas }: DefinedVersion): boolean {
  // TypeBox leaves `required` out when nothing is.
  const { required = [] } = schemas[name] as { readonly required?: readonly string[] };
  return required.some((field) => !(field in own));
}

/** Without fields that are undefined, which JSON does not have. */
function plainJson(fields: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(fields)) as JsonObject;
}
