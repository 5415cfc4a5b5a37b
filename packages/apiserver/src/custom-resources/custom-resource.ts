import { conversionWebhookOf } from "../conversion/conversion-webhook.ts";
import { isRecord, type JsonObject, listAt, recordAt, stringAt } from "../json/record.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Resource, type ResourceVersion, type ScalePaths } from "../registry/resource.ts";
import { type Schema } from "../schema/schema.ts";
import { customColumns } from "../table/custom-columns.ts";

/** The resource that a CustomResourceDefinition stands for. The definition has been validated. */
export function customResource(definition: ApiObject): Resource {
  const spec = recordAt(definition, "spec") ?? {};
  const names = recordAt(spec, "names") ?? {};
  const group = stringAt(spec, "group") ?? "";
  const plural = stringAt(names, "plural") ?? "";
  const kind = stringAt(names, "kind") ?? "";
  const versions = listAt(spec, "versions").filter(isRecord);
  const webhook = conversionWebhookOf(spec);
  const storage = versions.find((version) => version.storage === true);
  return {
    id: `${plural}.${group}`,
    group,
    plural,
    kind,
    singular: stringAt(names, "singular") ?? kind.toLowerCase(),
    listKind: stringAt(names, "listKind") ?? `${kind}List`,
    shortNames: texts(names.shortNames),
    categories: texts(names.categories),
    namespaced: spec.scope === "Namespaced",
    versions: versions.map((version) => servedVersion(version, `${group}/`, kind)).sort(byPriority),
    storageVersion: stringAt(storage, "name") ?? "",
    nameRule: "subdomain",
    tracksGeneration: true,
    allowsUnconditionalUpdate: false,
    custom: true,
    ...(webhook === undefined ? {} : { webhook }),
    rules: {},
  };
}

function servedVersion(version: JsonObject, groupPrefix: string, kind: string): ResourceVersion {
  const name = stringAt(version, "name") ?? "";
  // The object was checked to be one; what is inside is read defensively by those who walk it.
  const schema = (recordAt(version, "schema", "openAPIV3Schema") ?? {}) as Schema;
  const scale = recordAt(version, "subresources", "scale");
  const warning = stringAt(version, "deprecationWarning") ?? `${groupPrefix}${name} ${kind} is deprecated`;
  return {
    name,
    served: version.served === true,
    schema,
    status: recordAt(version, "subresources", "status") !== undefined,
    ...(scale === undefined ? {} : { scale: scalePaths(scale) }),
    columns: customColumns(listAt(version, "additionalPrinterColumns").filter(isRecord)),
    selectableFields: listAt(version, "selectableFields").map((field) =>
      (stringAt(field, "jsonPath") ?? "").replace(/^\./, ""),
    ),
    ...(version.deprecated === true ? { deprecationWarning: warning } : {}),
  };
}

function scalePaths(scale: JsonObject): ScalePaths {
  const selector = stringAt(scale, "labelSelectorPath");
  return {
    specReplicasPath: stringAt(scale, "specReplicasPath") ?? "",
    statusReplicasPath: stringAt(scale, "statusReplicasPath") ?? "",
    ...(selector === undefined ? {} : { labelSelectorPath: selector }),
  };
}

const versionName = /^v(\d+)(?:(alpha|beta)(\d+))?$/;

/** Stable versions first, then beta, then alpha, the newest first; anything else after them by name. */
function byPriority(a: ResourceVersion, b: ResourceVersion): number {
  const left = priority(a.name);
  const right = priority(b.name);
  for (let index = 0; index < left.length; index++) {
    const difference = (right[index] ?? 0) - (left[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.name < b.name ? -1 : 1;
}

function priority(name: string): number[] {
  const match = versionName.exec(name);
  if (match === null) return [0, 0, 0];
  const stability = match[2] === undefined ? 3 : match[2] === "beta" ? 2 : 1;
  return [stability, Number(match[1]), Number(match[3] ?? 0)];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
