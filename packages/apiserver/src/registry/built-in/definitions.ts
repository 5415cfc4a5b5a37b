import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";
import { anything, conditions, defineBuiltIn, flag, integer, text, textList } from "./define.ts";
import { type FieldError } from "../../status/field-error.ts";
import { type Schema } from "../../schema/schema.ts";
import { checkConversion, conversionWithDefaults } from "./definition-conversion.ts";
import { column, nameColumn } from "../columns/standard-columns.ts";

const names: Schema = {
  type: "object",
  properties: { categories: textList, kind: text, listKind: text, plural: text, shortNames: textList, singular: text },
};

/** Added to a definition when it is deleted; it stays until no object of its kind is left. */
export const cleanupFinalizer = "customresourcecleanup.apiextensions.k8s.io";

export const customResourceDefinitions = defineBuiltIn({
  group: "apiextensions.k8s.io",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  shortNames: ["crd", "crds"],
  categories: ["api-extensions"],
  namespaced: false,
  status: true,
  tracksGeneration: true,
  allowsUnconditionalUpdate: false,
  properties: {
    spec: {
      type: "object",
      required: ["group", "names", "scope", "versions"],
      properties: {
        conversion: anything,
        group: text,
        names,
        preserveUnknownFields: flag,
        scope: text,
        versions: {
          type: "array",
          items: {
            type: "object",
            properties: {
              additionalPrinterColumns: {
                type: "array",
                items: {
                  type: "object",
                  properties: {
                    description: text,
                    format: text,
                    jsonPath: text,
                    name: text,
                    priority: integer,
                    type: text,
                  },
                },
              },
              deprecated: flag,
              deprecationWarning: text,
              name: text,
              schema: { type: "object", properties: { openAPIV3Schema: anything } },
              selectableFields: { type: "array", items: { type: "object", properties: { jsonPath: text } } },
              served: flag,
              storage: flag,
              subresources: { type: "object", properties: { scale: anything, status: anything } },
            },
          },
        },
      },
    },
    status: {
      type: "object",
      properties: { acceptedNames: names, conditions, observedGeneration: integer, storedVersions: textList },
    },
  },
  columns: [nameColumn, column("Created At", (object) => object.metadata.creationTimestamp ?? "")],
  rules: {
    prepareForCreate: (object) => ({ ...withDefaults(object), status: newStatus(object) }),
    prepareForUpdate: withStoredVersion,
    validate: checkDefinition,
  },
});

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
        listKind: given.listKind ?? `${kind}List`,
      },
      conversion: conversionWithDefaults(spec),
    },
  };
}

function newStatus(object: ApiObject): JsonObject {
  return { conditions: [], acceptedNames: { plural: "", kind: "" }, storedVersions: storageVersions(object) };
}

function withStoredVersion(object: ApiObject, previous: ApiObject): ApiObject {
  const next = withDefaults(object);
  const stored = listAt(previous, "status", "storedVersions");
  const added = storageVersions(next).filter((version) => !stored.includes(version));
  if (added.length === 0) return next;
  return { ...next, status: { ...objectAt(next, "status"), storedVersions: [...stored, ...added] } };
}

function storageVersions(object: ApiObject): string[] {
  return listAt(object, "spec", "versions").flatMap((version) =>
    isJsonObject(version) && version.storage === true && typeof version.name === "string" ? [version.name] : [],
  );
}

function checkDefinition(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  const errors: FieldError[] = [];
  const require = (field: string, value: string | undefined): void => {
    if (value === undefined || value === "") errors.push({ type: "Required value", field });
  };
  const group = textAt(object, "spec", "group");
  const plural = textAt(object, "spec", "names", "plural");
  require("spec.group", group);
  require("spec.names.plural", plural);
  require("spec.names.kind", textAt(object, "spec", "names", "kind"));
  const expected = `${plural ?? ""}.${group ?? ""}`;
  if (object.metadata.name !== expected) {
    const detail = 'must be spec.names.plural+"."+spec.group';
    errors.push({ type: "Invalid value", field: "metadata.name", value: object.metadata.name, detail });
  }
  const scope = textAt(object, "spec", "scope");
  if (scope === undefined || scope === "") errors.push({ type: "Required value", field: "spec.scope" });
  else if (scope !== "Cluster" && scope !== "Namespaced") {
    errors.push({
      type: "Unsupported value",
      field: "spec.scope",
      value: scope,
      detail: 'supported values: "Cluster", "Namespaced"',
    });
  }
  return [...errors, ...checkVersions(object), ...checkConversion(object), ...checkUnchanged(object, previous)];
}

function checkVersions(object: ApiObject): FieldError[] {
  const errors: FieldError[] = [];
  const versions = listAt(object, "spec", "versions");
  if (storageVersions(object).length !== 1) {
    const detail = "must have exactly one version marked as storage version";
    errors.push({ type: "Invalid value", field: "spec.versions", value: versions, detail });
  }
  for (const [index, version] of versions.entries()) {
    if (objectAt(version, "schema", "openAPIV3Schema") === undefined) {
      const field = `spec.versions[${index}].schema.openAPIV3Schema`;
      errors.push({ type: "Required value", field, detail: "schemas are required" });
    }
  }
  return errors;
}

function checkUnchanged(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  if (previous === undefined) return [];
  return [
    ["spec.group", "group"],
    ["spec.scope", "scope"],
  ].flatMap(([field = "", key = ""]): FieldError[] => {
    const value = textAt(object, "spec", key);
    if (value === textAt(previous, "spec", key)) return [];
    return [{ type: "Invalid value", field, value, detail: "field is immutable" }];
  });
}
