import { annotationBytes, mostAnnotationBytes } from "@capstan/kube";
import { type FieldError, forbiddenAt, invalidAt, required } from "../status/field-error.ts";
import { type ApiObject } from "./api-object.ts";
import { checkLabelValue, checkName, checkQualifiedName, type NameRule } from "./names.ts";

/** Validates an object's metadata. */
export function checkMetadata(
  object: ApiObject,
  { nameRule, custom }: { readonly nameRule: NameRule; readonly custom: boolean },
): FieldError[] {
  const { metadata } = object;
  const errors: FieldError[] = [];
  if (metadata.generateName !== undefined && metadata.generateName !== "") {
    // The prefix will not be the end of the name.
    const whole = metadata.generateName.replace(/[-.]$/, "a");
    errors.push(
      ...checkName(whole, nameRule, "metadata.generateName").map((error) => ({
        ...error,
        value: metadata.generateName,
      })),
    );
  }
  if ((metadata.name as string | undefined) === undefined || metadata.name === "") {
    errors.push(required("metadata.name", "name or generateName is required"));
  } else errors.push(...checkName(metadata.name, nameRule, "metadata.name"));
  errors.push(...checkLabels(metadata.labels), ...checkAnnotations(metadata.annotations));
  return [...errors, ...checkOwners(object), ...checkFinalizers(object, custom)];
}

export function checkLabels(labels: Readonly<Record<string, string>> = {}, field = "metadata.labels"): FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...checkQualifiedName(key, field),
    ...checkLabelValue(value, field),
  ]);
}

export function checkAnnotations(
  annotations: Readonly<Record<string, string>> = {},
  field = "metadata.annotations",
): FieldError[] {
  const errors = Object.keys(annotations).flatMap((key) => checkQualifiedName(key.toLowerCase(), field, key));
  const bytes = annotationBytes(annotations);
  if (bytes <= mostAnnotationBytes) return errors;
  return [...errors, { type: "Too long", field, detail: `may not be more than ${mostAnnotationBytes} bytes` }];
}

function checkOwners({ metadata }: ApiObject): FieldError[] {
  const errors: FieldError[] = [];
  const owners = metadata.ownerReferences ?? [];
  const field = "metadata.ownerReferences";
  for (const owner of owners) {
    if (owner.apiVersion === "")
      errors.push({
        type: "Invalid value",
        field: `${field}.apiVersion`,
        value: "",
        detail: "version must not be empty",
      });
    for (const name of ["kind", "name", "uid"] as const) {
      if ((owner[name] as string | undefined) === undefined || owner[name] === "") {
        errors.push(invalidAt(`${field}.${name}`, "", "must not be empty"));
      }
    }
  }
  for (const owner of owners) {
    if (owner.apiVersion !== "v1" || owner.kind !== "Event") continue;
    const detail = "/v1, Kind=Event is disallowed from being an owner";
    errors.push(invalidAt(field, owner, detail));
  }
  const controllers = owners.filter((owner) => owner.controller === true);
  if (controllers.length > 1) {
    const [first, second] = controllers;
    const detail = `Only one reference can have Controller set to true. Found "true" in references for ${first?.kind ?? ""}/${first?.name ?? ""} and ${second?.kind ?? ""}/${second?.name ?? ""}`;
    errors.push(invalidAt("metadata.ownerReferences", owners, detail));
  }
  return errors;
}

const standardFinalizers = new Set(["orphan", "foregroundDeletion", "kubernetes"]);

/** Finalizers of custom objects need no domain; a warning suggests one. */
function checkFinalizers({ metadata }: ApiObject, custom: boolean): FieldError[] {
  const finalizers = metadata.finalizers ?? [];
  const errors = finalizers.flatMap((finalizer) => checkQualifiedName(finalizer, "metadata.finalizers"));
  if (custom) return errors;
  const detail = "name is neither a standard finalizer name nor is it fully qualified";
  const bare = finalizers.flatMap((value, index): FieldError[] =>
    value.includes("/") || standardFinalizers.has(value)
      ? []
      : [invalidAt(`metadata.finalizers[${index}]`, value, detail)],
  );
  return [...errors, ...bare];
}

/** Validates an update of metadata. */
export function checkMetadataUpdate(next: ApiObject, previous: ApiObject): FieldError[] {
  if (previous.metadata.deletionTimestamp === undefined) return [];
  const before = previous.metadata.finalizers ?? [];
  const added = (next.metadata.finalizers ?? []).filter((finalizer) => !before.includes(finalizer));
  if (added.length === 0) return [];
  const shown = `[]string{${added
    .sort()
    .map((finalizer) => JSON.stringify(finalizer))
    .join(", ")}}`;
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${shown}`;
  return [forbiddenAt("metadata.finalizers", detail)];
}
