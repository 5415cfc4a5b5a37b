import { fieldsOf, isJsonObject, type JsonObject } from "@capstan/kube";
import type { DefinedVersion } from "../definition/defined-version.ts";
import type { ConversionLoss, ConvertedParts, KeptParts, ProviderRole, Section } from "@capstan/contract";
import type { OpaqueConversion } from "./author-conversion.ts";
import { convertContractPart } from "./contract-part.ts";

/** A conversion step from or to the storage version. */
export interface Step {
  readonly role: ProviderRole | undefined;
  readonly from: DefinedVersion;
  readonly to: DefinedVersion;
  /** The author's conversion for the version of the step that is not the storage version. */
  readonly conversion: OpaqueConversion;
}

/** A {@link Step} that collects the losses of its conversion. */
interface Taken extends Step {
  readonly losses: ConversionLoss[];
}

/** Converts `spec` and `status` of an object, without values that have no place in the other version. */
export function convertParts(parts: KeptParts, step: Step): ConvertedParts {
  const { role, from, to } = step;
  const taken: Taken = { ...step, losses: [] };
  const contract = { spec: contractFields(parts, "spec", from), status: contractFields(parts, "status", from) };
  const converted = convertContractPart(role, contract, from.contracts, to.contracts);
  const spec = section(parts, "spec", converted.spec, taken);
  const status = section(parts, "status", converted.status, taken);
  return { parts: { ...spec, ...status }, losses: taken.losses };
}

/** Converts `spec` of a Template. The objects in it have no fields of the contract, and its status is the same in all versions. */
export function convertTemplateParts(parts: KeptParts, step: Step): ConvertedParts {
  const taken: Taken = { ...step, losses: [] };
  const { status } = parts;
  return {
    parts: { ...templateParts(parts, taken), ...(status === undefined ? {} : { status }) },
    losses: taken.losses,
  };
}

function templateParts({ spec }: KeptParts, step: Taken): KeptParts {
  if (spec === undefined) return {};
  const { template, ...rest } = fieldsOf(spec);
  const { metadata, spec: made, ...others } = fieldsOf(template);
  const converted = {
    // v1beta2 refuses present but empty metadata.
    ...(Object.keys(fieldsOf(metadata)).length === 0 ? {} : { metadata }),
    ...others,
    ...(made === undefined ? {} : madeSpec(fieldsOf(made), step)),
  };
  // A Template whose objects have an empty spec has no spec itself, because v1beta2 refuses a present but empty spec.
  const saysNothing = Object.keys(converted).length === 0 && Object.keys(rest).length === 0;
  if (saysNothing && !mayBeEmpty("spec", step.to)) return {};
  return { spec: { ...rest, template: converted } };
}

function madeSpec(made: JsonObject, step: Taken): { readonly spec?: JsonObject } {
  const spec = convertOwn(made, "spec", step);
  return Object.keys(spec).length === 0 && !mayBeEmpty("spec", step.to) ? {} : { spec };
}

function section(parts: KeptParts, name: Section, contract: JsonObject, step: Taken): KeptParts {
  const given = parts[name];
  const reserved = step.from.schemas.contractNames[name];
  const own = Object.entries(fieldsOf(given)).filter(([field]) => !reserved.includes(field));
  // A missing section has no author fields to convert.
  const converted = given === undefined ? {} : convertOwn(Object.fromEntries(own), name, step);
  const fields = { ...converted, ...contract };
  // A section whose last field has moved elsewhere is removed; a section that was empty before stays if it may be empty.
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

/** Fields that the author's function fails to convert are omitted: one object must not fail the lists that contain it. */
function convertOwn(own: JsonObject, name: Section, { from, to, conversion, losses }: Taken): JsonObject {
  const functions = conversion[name];
  if (functions === undefined) return own;
  const direction = to.storage ? "toStorage" : "fromStorage";
  const path = `conversions.${to.storage ? from.name : to.name}.${name}.${direction}`;
  const converted = resultOf(functions[direction], own, path);
  if (typeof converted !== "string") return converted;
  if (!lacksRequired(own, name, from))
    losses.push({ part: name, why: `${converted}; the author's fields are omitted in ${to.name}` });
  return {};
}

/**
 * Returns the converted fields, or the cause of the failure. Only the name of a thrown error is reported, because its message might quote
 * any value.
 */
function resultOf(convert: (own: object) => object, own: JsonObject, path: string): JsonObject | string {
  let converted: unknown;
  try {
    converted = plainJson({ fields: convert(structuredClone(own)) }).fields;
  } catch (error) {
    return `${path} threw ${error instanceof Error ? error.name : "a value that is not an Error"}`;
  }
  return isJsonObject(converted) ? converted : `${path} must return the fields as an object`;
}

/** Server-side apply converts objects without all their fields, and the author's functions need not handle those. */
function lacksRequired(own: JsonObject, name: Section, { schemas }: DefinedVersion): boolean {
  // TypeBox omits `required` if no field is required.
  const { required = [] } = schemas[name] as { readonly required?: readonly string[] };
  return required.some((field) => !(field in own));
}

/** Removes undefined fields, which JSON does not have. */
function plainJson(fields: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(fields)) as JsonObject;
}
