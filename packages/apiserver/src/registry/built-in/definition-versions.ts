import { isJsonObject, jsonEqual, type JsonObject, listAt, objectAt, textAt, ownField } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";
import { label1035Problems } from "../../object/names.ts";
import { additionalSchema, type Schema } from "../../schema/schema.ts";
import { type FieldError, invalidAt, required } from "../../status/field-error.ts";

/** A part of a version. If all versions have the same, the real server reports it for the whole CRD. */
interface Part {
  readonly name: string;
  check(version: unknown, place: string): FieldError[];
}

const parts: readonly Part[] = [
  { name: "subresources", check: checkScale },
  { name: "additionalPrinterColumns", check: checkColumns },
  { name: "selectableFields", check: checkSelectableFields },
];

/** Validates the versions of a CRD, except for their schemas: first each, then all of them. */
export function checkVersions(definition: ApiObject): FieldError[] {
  const versions = listAt(definition, "spec", "versions");
  return [
    ...versions.flatMap((version, index) => {
      const place = `spec.versions[${index}]`;
      const own = parts.filter((part) => !isShared(part, versions));
      return [
        ...checkName(version, `${place}.name`),
        ...checkDeprecation(version, `${place}.deprecationWarning`),
        ...own.flatMap((part) => part.check(version, place)),
      ];
    }),
    ...checkTogether(versions),
  ];
}

/** Validates parts that all versions have in common. */
export function checkSharedParts(definition: ApiObject): FieldError[] {
  const versions = listAt(definition, "spec", "versions");
  return parts.filter((part) => isShared(part, versions)).flatMap((part) => part.check(versions[0], "spec"));
}

/** The names of the storage versions; there should be one. */
export function storageVersions(definition: ApiObject): string[] {
  return listAt(definition, "spec", "versions").flatMap((version) =>
    isJsonObject(version) && version.storage === true && typeof version.name === "string" ? [version.name] : [],
  );
}

/** Validates the stored versions: none may be removed. */
export function checkStoredVersions(definition: ApiObject): FieldError[] {
  const field = "status.storedVersions";
  const stored = listAt(definition, "status", "storedVersions").map(String);
  if (stored.length === 0) {
    return [invalidAt(field, null, "must have at least one stored version")];
  }
  const there = listAt(definition, "spec", "versions").map((version) => textAt(version, "name") ?? "");
  return [
    ...storageVersions(definition)
      .filter((name) => !stored.includes(name))
      .map((name): FieldError => {
        return invalidAt(field, stored, `must have the storage version ${name}`);
      }),
    ...stored.flatMap((name, index): FieldError[] => {
      if (there.includes(name)) return [];
      const detail = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
      return [invalidAt(`${field}[${index}]`, name, detail)];
    }),
  ];
}

function isShared({ name }: Pick<Part, "name">, versions: readonly unknown[]): boolean {
  const partOf = (version: unknown): unknown => (isJsonObject(version) ? (version[name] ?? null) : null);
  return versions.every((version) => jsonEqual(partOf(version), partOf(versions[0])));
}

function checkName(version: unknown, field: string): FieldError[] {
  const name = textAt(version, "name") ?? "";
  const problems = label1035Problems(name);
  return problems.length === 0 ? [] : [{ type: "Invalid value", field, value: name, detail: problems.join(",") }];
}

function checkTogether(versions: readonly unknown[]): FieldError[] {
  const names = versions.map((version) => textAt(version, "name"));
  const storing = versions.filter((version) => isJsonObject(version) && version.storage === true);
  const invalid = (detail: string): FieldError => {
    return invalidAt("spec.versions", inGoFields(versions), detail);
  };
  return [
    ...(new Set(names).size === names.length ? [] : [invalid("must contain unique version names")]),
    ...(storing.length === 1 ? [] : [invalid("must have exactly one version marked as storage version")]),
    // Its default is the first version.
    ...(versions.length === 0 ? [] : checkName(versions[0], "spec.version")),
  ];
}

/** Versions as messages show them: with Go's field names, without the common parts. */
function inGoFields(versions: readonly unknown[]): readonly JsonObject[] {
  const own = (name: string, version: unknown): unknown =>
    isJsonObject(version) && !isShared({ name }, versions) ? version[name] : undefined;
  return versions.map((version) => ({
    Name: textAt(version, "name") ?? "",
    Served: isJsonObject(version) && version.served === true,
    Storage: isJsonObject(version) && version.storage === true,
    Deprecated: isJsonObject(version) && version.deprecated === true,
    DeprecationWarning: textAt(version, "deprecationWarning") ?? null,
    Schema: own("schema", version) ?? null,
    Subresources: goSubresources(own("subresources", version)),
    AdditionalPrinterColumns: own("additionalPrinterColumns", version) ?? null,
    SelectableFields: own("selectableFields", version) ?? null,
  }));
}

function goSubresources(value: unknown): JsonObject | null {
  if (!isJsonObject(value)) return null;
  const { status, scale } = value;
  const paths = isJsonObject(scale)
    ? {
        SpecReplicasPath: scale.specReplicasPath ?? "",
        StatusReplicasPath: scale.statusReplicasPath ?? "",
        LabelSelectorPath: scale.labelSelectorPath ?? null,
      }
    : null;
  return { Status: isJsonObject(status) ? {} : null, Scale: paths };
}

const longestWarning = 256;

function checkDeprecation(version: unknown, field: string): FieldError[] {
  const warning = textAt(version, "deprecationWarning");
  if (warning === undefined) return [];
  const invalid = (detail: string): FieldError => invalidAt(field, warning, detail);
  if (!isJsonObject(version) || version.deprecated !== true) {
    return [invalid("can only be set for deprecated versions")];
  }
  const unprintable = warning.search(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u);
  const index = Buffer.byteLength(warning.slice(0, Math.max(0, unprintable)));
  return [
    ...(Buffer.byteLength(warning) > longestWarning ? [invalid("must be <= 256 characters long")] : []),
    ...(warning === "" ? [invalid("must not be an empty string")] : []),
    ...(unprintable === -1
      ? []
      : [invalid(`must only contain printable UTF-8 characters; non-printable character found at index ${index}`)]),
  ];
}

function checkScale(version: unknown, place: string): FieldError[] {
  const scale = objectAt(version, "subresources", "scale");
  if (scale === undefined) return [];
  const check = (name: string, roots: readonly string[], where: string): FieldError[] => {
    const field = `${place}.subresources.scale.${name}`;
    const path = textAt(scale, name) ?? "";
    if (path === "") return name === "labelSelectorPath" ? [] : [required(field)];
    if (!path.startsWith(".")) return [notSimple(field, path)];
    if (roots.some((root) => path.startsWith(root))) return [];
    return [invalidAt(field, path, `should be a json path under ${where}`)];
  };
  return [
    ...check("specReplicasPath", [".spec."], ".spec"),
    ...check("statusReplicasPath", [".status."], ".status"),
    ...check("labelSelectorPath", [".spec.", ".status."], "either .spec or .status"),
  ];
}

function notSimple(field: string, value: string): FieldError {
  return invalidAt(field, value, "must be a simple json path starting with .");
}

const columnTypes = ["boolean", "date", "integer", "number", "string"];
const columnFormats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

function checkColumns(version: unknown, place: string): FieldError[] {
  return listAt(version, "additionalPrinterColumns").flatMap((column, index) => {
    const field = `${place}.additionalPrinterColumns[${index}]`;
    const given = (name: string): string => textAt(column, name) ?? "";
    const required = (name: string, detail?: string): FieldError => {
      return { type: "Required value", field: `${field}.${name}`, ...(detail === undefined ? {} : { detail }) };
    };
    const oneOf = (name: string, allowed: readonly string[]): FieldError[] => {
      const detail = `must be one of ${allowed.join(",")}`;
      return allowed.includes(given(name)) ? [] : [invalidAt(`${field}.${name}`, given(name), detail)];
    };
    const path = given("jsonPath");
    return [
      ...(given("name") === "" ? [required("name")] : []),
      ...(given("type") === ""
        ? [required("type", `must be one of ${columnTypes.join(",")}`)]
        : oneOf("type", columnTypes)),
      ...(given("format") === "" ? [] : oneOf("format", columnFormats)),
      ...(path === "" ? [required("JSONPath")] : path.startsWith(".") ? [] : [notSimple(`${field}.JSONPath`, path)]),
    ];
  });
}

const mostFields = 8;
const selectableTypes = ["string", "boolean", "integer"];

/** Validates the selectable fields of a version. */
function checkSelectableFields(version: unknown, place: string): FieldError[] {
  const schema = (objectAt(version, "schema", "openAPIV3Schema") ?? {}) as Schema;
  const seen = new Set<string>();
  const errors = listAt(version, "selectableFields").flatMap((entry, index): FieldError[] => {
    const field = `${place}.selectableFields[${index}].jsonPath`;
    const path = textAt(entry, "jsonPath") ?? "";
    if (path === "") return [required(field)];
    const invalid = (detail: string): FieldError => invalidAt(field, path, detail);
    const found = schemaAt(schema, path);
    if (typeof found === "string") return [invalid(`is an invalid path: ${found}`)];
    const isRepeated = seen.has(path);
    seen.add(path);
    return [
      ...(/^\.metadata(\.|$)/.test(path) ? [invalid("must not point to fields in metadata")] : []),
      ...(selectableTypes.includes(found.type ?? "") ? [] : [invalid(wrongType)]),
      ...(isRepeated ? [{ type: "Duplicate value", field, value: path } as const] : []),
    ];
  });
  if (seen.size <= mostFields) return errors;
  const detail = `must have at most ${mostFields} items`;
  return [...errors, { type: "Too many", field: `${place}.selectableFields`, value: seen.size, detail }];
}

const wrongType =
  "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";

/** The schema at a path, or why the path is invalid. */
function schemaAt(root: Schema, path: string): Schema | string {
  const steps = path.match(/[.[\]]|[^.[\]]+/g) ?? [];
  let schema = root;
  for (let at = 0; at < steps.length; at += 2) {
    const [separator = "", step] = steps.slice(at, at + 2);
    if (separator === "[") return "array notation is not allowed";
    if (separator !== ".") return `expected [ or . but got: ${separator}`;
    if (step === undefined) return "unexpected end of JSON path";
    const { properties } = schema;
    const next = properties === undefined ? additionalSchema(schema) : ownField(properties, step);
    if (next === undefined) return "does not refer to a valid field";
    schema = next;
  }
  return schema;
}
