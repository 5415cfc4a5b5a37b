import { type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";
import { type FieldError } from "../../status/field-error.ts";
import { type KindRules } from "./rules/kind-rules.ts";
import { checkApproval } from "./definition-approval.ts";
import { checkConversion, conversionWithDefaults } from "./definition-conversion.ts";
import { checkGroup, checkNames } from "./definition-names.ts";
import { checkSharedParts, checkStoredVersions, checkVersions, storageVersions } from "./definition-versions.ts";

/** Added to a CRD when it is deleted; stays until no object of its kind is left. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

/** Sets defaults for names and conversion of a CRD, and validates it before its kind is served. */
export const definitionRules: KindRules = {
  encodedIn: "v1beta1",
  complete: withDefaults,
  prepareForCreate: (object) => ({ ...object, status: newStatus(object) }),
  prepareForUpdate: withStoredVersion,
  validate: async (object, previous, subresource) => {
    if (subresource === "status") return [];
    // Not needed until the first CRD.
    const { schemaProblems } = await import("../../structural/definition-schemas.ts");
    return [...checkDefinition(object, previous), ...(await schemaProblems(object, previous))];
  },
  cells: { "Created At": (object) => object.metadata.creationTimestamp ?? null },
};

function withDefaults(object: ApiObject): ApiObject {
  const spec = objectAt(object, "spec") ?? {};
  const given = objectAt(spec, "names") ?? {};
  const kind = textAt(given, "kind") ?? "";
  return {
    ...object,
    spec: {
      ...spec,
      names: {
        ...given,
        singular: given.singular ?? kind.toLowerCase(),
        ...(kind === "" ? {} : { listKind: given.listKind ?? `${kind}List` }),
      },
      conversion: conversionWithDefaults(spec),
    },
  };
}

function newStatus(object: ApiObject): JsonObject {
  return {
    conditions: null,
    acceptedNames: { plural: "", kind: "" },
    storedVersions: storageVersions(object).slice(0, 1),
  };
}

function withStoredVersion(object: ApiObject, previous: ApiObject): ApiObject {
  const stored = listAt(previous, "status", "storedVersions");
  const added = storageVersions(object).filter((version) => !stored.includes(version));
  if (added.length === 0) return object;
  return { ...object, status: { ...objectAt(object, "status"), storedVersions: [...stored, ...added] } };
}

function checkDefinition(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  return [
    ...(previous === undefined ? checkOwnName(object) : []),
    ...checkGroup(object),
    ...checkScope(object),
    ...checkSchemas(object),
    ...checkVersions(object),
    ...checkNames(object),
    ...checkSharedParts(object),
    ...checkConversion(object),
    ...checkUnchanged(object, previous),
    ...checkStoredVersions(object),
    ...checkApproval(object, previous),
    ...checkUnknownFields(object, previous),
  ];
}

function checkOwnName({ metadata, spec }: ApiObject): FieldError[] {
  const expected = `${textAt(spec, "names", "plural") ?? ""}.${textAt(spec, "group") ?? ""}`;
  if (metadata.name === expected) return [];
  const detail = 'must be spec.names.plural+"."+spec.group';
  return [{ type: "Invalid value", field: "metadata.name", value: metadata.name, detail }];
}

function checkScope(object: ApiObject): FieldError[] {
  const field = "spec.scope";
  const scope = textAt(object, "spec", "scope") ?? "";
  if (scope === "") return [{ type: "Required value", field }];
  if (scope === "Cluster" || scope === "Namespaced") return [];
  return [{ type: "Unsupported value", field, value: scope, detail: 'supported values: "Cluster", "Namespaced"' }];
}

function checkSchemas(object: ApiObject): FieldError[] {
  return listAt(object, "spec", "versions").flatMap((version, index): FieldError[] => {
    if (objectAt(version, "schema", "openAPIV3Schema") !== undefined) return [];
    const field = `spec.versions[${index}].schema.openAPIV3Schema`;
    return [{ type: "Required value", field }];
  });
}

/** The identity of objects and of their storage: group and plural never change, the rest not once the kind is served. */
function checkUnchanged(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  if (previous === undefined) return [];
  const onceServed = [["scope"], ["names", "kind"]] as const;
  const always = [["group"], ["names", "plural"]] as const;
  return [...(isEstablished(previous) ? onceServed : []), ...always].flatMap((path): FieldError[] => {
    const value = textAt(object, "spec", ...path);
    if (value === textAt(previous, "spec", ...path)) return [];
    return [{ type: "Invalid value", field: `spec.${path.join(".")}`, value, detail: "field is immutable" }];
  });
}

function checkUnknownFields(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  const isKept = (definition: ApiObject | undefined) => objectAt(definition, "spec")?.preserveUnknownFields === true;
  if (!isKept(object) || isKept(previous)) return [];
  const detail =
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  return [{ type: "Invalid value", field: "spec.preserveUnknownFields", value: true, detail }];
}

/** Whether the kind of a CRD has been served. */
export function isEstablished(definition: ApiObject): boolean {
  return listAt(definition, "status", "conditions").some(
    (entry) => textAt(entry, "type") === "Established" && textAt(entry, "status") === "True",
  );
}
