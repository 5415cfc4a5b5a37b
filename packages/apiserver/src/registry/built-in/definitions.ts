import { dnsSubdomainProblems, isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";
import { label1035Problems } from "../../object/names.ts";
import { type FieldError, forbiddenAt, invalidAt, required, unsupported } from "../../status/field-error.ts";
import { checkSharedParts, checkStoredVersions, checkVersions, storageVersions } from "./definition-versions.ts";
import { checkClientConfig } from "./rules/client-config.ts";
import { type KindRules } from "./rules/cells.ts";

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
    ...checkUnknownFields(object, previous),
  ];
}

function checkOwnName({ metadata, spec }: ApiObject): FieldError[] {
  const expected = `${textAt(spec, "names", "plural") ?? ""}.${textAt(spec, "group") ?? ""}`;
  if (metadata.name === expected) return [];
  const detail = 'must be spec.names.plural+"."+spec.group';
  return [invalidAt("metadata.name", metadata.name, detail)];
}

function checkScope(object: ApiObject): FieldError[] {
  const field = "spec.scope";
  const scope = textAt(object, "spec", "scope") ?? "";
  if (scope === "") return [required(field)];
  if (scope === "Cluster" || scope === "Namespaced") return [];
  return [unsupported(field, scope, ["Cluster", "Namespaced"])];
}

function checkSchemas(object: ApiObject): FieldError[] {
  return listAt(object, "spec", "versions").flatMap((version, index): FieldError[] => {
    if (objectAt(version, "schema", "openAPIV3Schema") !== undefined) return [];
    const field = `spec.versions[${index}].schema.openAPIV3Schema`;
    return [required(field)];
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
    return [invalidAt(`spec.${path.join(".")}`, value, "field is immutable")];
  });
}

function checkUnknownFields(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  const isKept = (definition: ApiObject | undefined) => objectAt(definition, "spec")?.preserveUnknownFields === true;
  if (!isKept(object) || isKept(previous)) return [];
  const detail =
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  return [invalidAt("spec.preserveUnknownFields", true, detail)];
}

/** Whether the kind of a CRD has been served. */
export function isEstablished(definition: ApiObject): boolean {
  return listAt(definition, "status", "conditions").some(
    (entry) => textAt(entry, "type") === "Established" && textAt(entry, "status") === "True",
  );
}

/** Validates the group of a CRD. */
function checkGroup(definition: ApiObject): FieldError[] {
  const field = "spec.group";
  const group = textAt(definition, "spec", "group") ?? "";
  if (group === "") return [required(field)];
  const problems = dnsSubdomainProblems(group);
  if (problems.length === 0 && !group.includes(".")) problems.push("should be a domain with at least one dot");
  return problems.length === 0 ? [] : [{ type: "Invalid value", field, value: group, detail: problems.join(",") }];
}

const needed = ["plural", "singular", "kind", "listKind"] as const;

/** Validates the names of a CRD. */
function checkNames(definition: ApiObject): FieldError[] {
  const names = objectAt(definition, "spec", "names") ?? {};
  const nameOf = (name: (typeof needed)[number]): string => textAt(names, name) ?? "";
  const missing = needed
    .filter((name) => nameOf(name) === "")
    .map((name): FieldError => required(`spec.names.${name}`));
  const isSameKind = nameOf("kind") !== "" && nameOf("kind") === nameOf("listKind");
  return [
    ...missing,
    ...checkLabel("plural", nameOf("plural")),
    ...checkLabel("singular", nameOf("singular")),
    ...checkKind("kind", nameOf("kind")),
    ...checkKind("listKind", nameOf("listKind")),
    ...checkLabels("shortNames", listAt(names, "shortNames")),
    ...(isSameKind ? [invalid("listKind", nameOf("listKind"), "kind and listKind may not be the same")] : []),
    ...checkLabels("categories", listAt(names, "categories")),
  ];
}

function invalid(name: string, value: string, detail: string): FieldError {
  return invalidAt(`spec.names.${name}`, value, detail);
}

function checkLabel(name: string, value: string): FieldError[] {
  const problems = value === "" ? [] : label1035Problems(value);
  return problems.length === 0 ? [] : [invalid(name, value, problems.join(","))];
}

function checkKind(name: string, value: string): FieldError[] {
  const problems = value === "" ? [] : label1035Problems(value.toLowerCase());
  const mixed = "may have mixed case, but should otherwise match: ";
  return problems.length === 0 ? [] : [invalid(name, value, `${mixed}${problems.join(",")}`)];
}

function checkLabels(name: string, values: readonly unknown[]): FieldError[] {
  return values.flatMap((value, index) => {
    const problems = label1035Problems(String(value));
    return problems.length === 0 ? [] : [invalid(`${name}[${index}]`, String(value), problems.join(","))];
  });
}

const strategies = ["None", "Webhook"];
const reviewVersions = ["v1", "v1beta1"];
const field = "spec.conversion";
// The real server validates its internal form, and uses its field names.
const configField = `${field}.webhookClientConfig`;
const versionsField = `${field}.conversionReviewVersions`;

/** `spec.conversion` with defaults. */
function conversionWithDefaults(spec: JsonObject): unknown {
  const conversion = spec.conversion ?? { strategy: "None" };
  const config = objectAt(conversion, "webhook", "clientConfig");
  if (!isJsonObject(conversion) || !isJsonObject(config?.service) || config.service.port !== undefined)
    return conversion;
  const service = { ...config.service, port: 443 };
  return {
    ...conversion,
    webhook: { ...objectAt(conversion, "webhook"), clientConfig: { ...config, service } },
  };
}

/** Validates `spec.conversion`. */
function checkConversion(definition: ApiObject): FieldError[] {
  const conversion = objectAt(definition, "spec", "conversion") ?? {};
  const strategy = textAt(conversion, "strategy") ?? "";
  const webhook = objectAt(conversion, "webhook");
  const config = objectAt(webhook, "clientConfig");
  const versions = webhook?.conversionReviewVersions;
  if (!strategies.includes(strategy)) {
    return [unsupported(`${field}.strategy`, strategy, strategies)];
  }
  if (strategy === "Webhook") return [...checkConfig(config), ...checkReviewVersions(versions)];
  const detail = "should not be set when strategy is not set to Webhook";
  return [
    ...(config === undefined ? [] : [forbiddenAt(configField, detail)]),
    ...(versions === undefined ? [] : [forbiddenAt(versionsField, detail)]),
  ];
}

function checkConfig(config: JsonObject | undefined): FieldError[] {
  if (config === undefined) return [required(configField, "required when strategy is set to Webhook")];
  return checkClientConfig(config, configField);
}

function checkReviewVersions(versions: unknown): FieldError[] {
  if (!Array.isArray(versions) || versions.length === 0) return [required(versionsField)];
  if (versions.some((version) => reviewVersions.includes(String(version)))) return [];
  const detail = `must include at least one of ${reviewVersions.join(", ")}`;
  return [invalidAt(versionsField, versions, detail)];
}
