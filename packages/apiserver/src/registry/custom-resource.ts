import { compareApiVersions, isJsonObject, type JsonObject, listAt, objectAt, optional, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { conversionWebhookOf, type Resource, type ResourceVersion, type ScalePaths } from "./resource.ts";
import { type Schema } from "../schema/schema.ts";
import { type Services } from "../webhook/webhook-client.ts";
import { customColumns } from "./columns/custom-columns.ts";

const verbs = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];
const partVerbs = ["get", "patch", "update"];

/** The resource of a validated CustomResourceDefinition. */
export function customResource(definition: ApiObject, services?: Services): Resource {
  const spec = objectAt(definition, "spec") ?? {};
  const names = objectAt(spec, "names") ?? {};
  const group = textAt(spec, "group") ?? "";
  const plural = textAt(names, "plural") ?? "";
  const kind = textAt(names, "kind") ?? "";
  const versions = listAt(spec, "versions").filter(isJsonObject);
  const webhook = conversionWebhookOf(spec, services);
  const hasChanged = (definition.metadata.generation ?? 1) > 1;
  const storage = versions.find((version) => version.storage === true);
  return {
    id: `${plural}.${group}`,
    group,
    plural,
    kind,
    singular: textAt(names, "singular") ?? kind.toLowerCase(),
    listKind: textAt(names, "listKind") ?? `${kind}List`,
    shortNames: strings(names.shortNames),
    categories: strings(names.categories),
    namespaced: spec.scope === "Namespaced",
    verbs,
    versions: versions
      .map((version) => ({
        ...servedVersion(version, kind),
        hasChanged,
        ...optional("deprecationWarning", deprecationOf(version, versions, { group, kind })),
      }))
      .sort((left, right) => compareApiVersions(right.name, left.name)),
    storageVersion: textAt(storage, "name") ?? "",
    nameRule: "subdomain",
    tracksGeneration: true,
    allowsUnconditionalUpdate: false,
    createsOnUpdate: false,
    answersDeleted: false,
    custom: true,
    ...(webhook === undefined ? {} : { webhook }),
    rules: {},
  };
}

/** The warning for clients of a version: the author's, or to use the newest version that is not deprecated. */
function deprecationOf(
  version: JsonObject,
  all: readonly JsonObject[],
  { group, kind }: { readonly group: string; readonly kind: string },
): string | undefined {
  if (version.deprecated !== true) return undefined;
  const name = textAt(version, "name") ?? "";
  const [newest] = all
    .filter(({ served, deprecated }) => served === true && deprecated !== true)
    .map((other) => textAt(other, "name") ?? "")
    .filter((other) => compareApiVersions(name, other) < 0)
    .sort((left, right) => compareApiVersions(right, left));
  const instead = newest === undefined ? "" : `; use ${group}/${newest} ${kind}`;
  return textAt(version, "deprecationWarning") ?? `${group}/${name} ${kind} is deprecated${instead}`;
}

function servedVersion(version: JsonObject, kind: string): ResourceVersion {
  const name = textAt(version, "name") ?? "";
  // The value was validated to be an object; code that walks its content reads it defensively.
  const schema = (objectAt(version, "schema", "openAPIV3Schema") ?? {}) as Schema;
  const scale = objectAt(version, "subresources", "scale");
  const status = objectAt(version, "subresources", "status") !== undefined;
  return {
    name,
    served: version.served === true,
    schema,
    status,
    subresources: [
      ...(status ? [{ name: "status", kind, verbs: partVerbs }] : []),
      ...(scale === undefined
        ? []
        : [{ name: "scale", kind: "Scale", group: "autoscaling", version: "v1", verbs: partVerbs }]),
    ],
    ...(scale === undefined ? {} : { scale: scalePaths(scale) }),
    columns: customColumns(listAt(version, "additionalPrinterColumns").filter(isJsonObject)),
    selectableFields: listAt(version, "selectableFields").map((field) =>
      (textAt(field, "jsonPath") ?? "").replace(/^\./, ""),
    ),
  };
}

function scalePaths(scale: JsonObject): ScalePaths {
  const selector = textAt(scale, "labelSelectorPath");
  return {
    specReplicasPath: textAt(scale, "specReplicasPath") ?? "",
    statusReplicasPath: textAt(scale, "statusReplicasPath") ?? "",
    ...(selector === undefined ? {} : { labelSelectorPath: selector }),
  };
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
