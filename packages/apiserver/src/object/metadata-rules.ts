import { type FieldError } from "../status/field-error.ts";
import { type ApiObject } from "./api-object.ts";
import { checkLabelValue, checkName, checkQualifiedName, type NameRule } from "./names.ts";

/** What is wrong with an object's metadata. */
export function checkMetadata(object: ApiObject, { nameRule }: { readonly nameRule: NameRule }): FieldError[] {
  const { metadata } = object;
  const errors: FieldError[] = [];
  if ((metadata.name as string | undefined) === undefined || metadata.name === "") {
    errors.push({ type: "Required value", field: "metadata.name", detail: "name or generateName is required" });
  } else errors.push(...checkName(metadata.name, nameRule, "metadata.name"));
  errors.push(...checkLabels(metadata.labels), ...checkAnnotations(metadata.annotations));
  return [...errors, ...checkOwners(object), ...checkFinalizers(object)];
}

export function checkLabels(labels: Readonly<Record<string, string>> = {}, field = "metadata.labels"): FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...checkQualifiedName(key, field),
    ...checkLabelValue(value, field),
  ]);
}

export function checkAnnotations(annotations: Readonly<Record<string, string>> = {}): FieldError[] {
  return Object.keys(annotations).flatMap((key) => checkQualifiedName(key.toLowerCase(), "metadata.annotations", key));
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
        errors.push({ type: "Invalid value", field: `${field}.${name}`, value: "", detail: "must not be empty" });
      }
    }
  }
  const controllers = owners.filter((owner) => owner.controller === true);
  if (controllers.length > 1) {
    const [first, second] = controllers;
    const detail = `Only one reference can have Controller set to true. Found "true" in references for ${first?.kind ?? ""}/${first?.name ?? ""} and ${second?.kind ?? ""}/${second?.name ?? ""}`;
    errors.push({ type: "Invalid value", field: "metadata.ownerReferences", value: owners, detail });
  }
  return errors;
}

const standardFinalizers = new Set(["orphan", "foregroundDeletion", "kubernetes"]);

function checkFinalizers({ metadata }: ApiObject): FieldError[] {
  return (metadata.finalizers ?? []).flatMap((finalizer) => {
    const errors = checkQualifiedName(finalizer, "metadata.finalizers");
    if (errors.length > 0 || finalizer.includes("/") || standardFinalizers.has(finalizer)) return errors;
    return [];
  });
}

/** What an update of metadata may not do. */
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
  return [{ type: "Forbidden", field: "metadata.finalizers", detail }];
}
