import {
  type CRDVersionOptions,
  customResourceDefinition,
  type CustomResourceDefinition,
  fieldOf,
  type FieldOptions,
  labels,
  type PrinterColumn,
  type ProviderRole,
  scaleOf,
  isSchemaNotStructural,
  type SchemaNotStructural,
  templateCustomResourceDefinition,
  type Violation,
  violation,
} from "@capstan/contract";
import { placeholderClientConfig, withConversionWebhook } from "@capstan/runtime";
import { DefinitionError } from "../definition/definition-error.ts";
import type { ContractKindVersion, DefinedVersion } from "../definition/defined-version.ts";
import type { KindTraits } from "../definition/kind-traits.ts";
import { type ColumnOption, columnsOf } from "./columns.ts";

/**
 * The CRDs of a kind and of its Template.
 *
 * @throws {@link DefinitionError} a schema says what a CRD cannot; the cause names the place.
 */
export function definitionCRDs(options: {
  readonly role: ProviderRole;
  readonly group: string;
  readonly kind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly columns: readonly ColumnOption[];
  readonly versions: readonly ContractKindVersion[];
  readonly isConverted: boolean;
  readonly traits: KindTraits;
  readonly roleOptions: FieldOptions;
}): readonly CustomResourceDefinition[] {
  const { role, group, kind, versions, isConverted, traits, roleOptions, columns } = options;
  return structural(kind, () => {
    const crds = [
      customResourceDefinition({
        group,
        kind,
        ...shownNames(options),
        versions: versions.map((version) => ({
          ...objectOptions(version),
          ...scaleSubresource(scaleOf(role, version.contracts[0], roleOptions)),
          printerColumns: printerColumns(role, traits, version, columns),
        })),
      }),
      templateCustomResourceDefinition({
        group,
        kind,
        categories: shownNames(options).categories,
        versions: versions.map((version) => ({ ...versionOptions(version), spec: version.schemas.templateSpec })),
      }),
    ];
    return withWebhook(crds, isConverted);
  });
}

/** The CRD of a kind that core does not know. */
export function auxiliaryCRD(options: {
  readonly group: string;
  readonly kind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly columns: readonly ColumnOption[];
  readonly labels: Readonly<Record<string, string>>;
  readonly scope: "Cluster" | "Namespaced";
  readonly versions: readonly DefinedVersion[];
  readonly isConverted: boolean;
}): readonly CustomResourceDefinition[] {
  const { group, kind, labels, scope, versions, isConverted, columns } = options;
  return structural(kind, () => {
    const crd = customResourceDefinition({
      group,
      kind,
      labels,
      scope,
      ...shownNames(options),
      versions: versions.map((version) => ({
        ...objectOptions(version),
        printerColumns: [...columnsOf(columns, version), ageColumn],
      })),
    });
    return withWebhook([crd], isConverted);
  });
}

function shownNames({ shortNames, categories }: Readonly<Record<"shortNames" | "categories", readonly string[]>>) {
  const all = [...new Set(["cluster-api", ...categories])];
  return { ...(shortNames.length === 0 ? {} : { shortNames }), categories: all };
}

function withWebhook(crds: readonly CustomResourceDefinition[], isConverted: boolean): CustomResourceDefinition[] {
  return crds.map((crd) => (isConverted ? withConversionWebhook(crd, placeholderClientConfig) : crd));
}

/** @throws DefinitionError a schema says what a CRD cannot. */
function structural<T>(kind: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new DefinitionError(`No CRD can be made of ${kind} (AR-017): ${problem}`, {
      cause: error,
      violations: isSchemaNotStructural(error) ? [notStructural(error)] : [],
    });
  }
}

function notStructural({ path, message }: SchemaNotStructural): Violation {
  return violation("AR-017", { path, expected: "a structural schema", actual: message });
}

function versionOptions({ name, contracts, served, storage }: DefinedVersion): CRDVersionOptions {
  return { name, contract: contracts, served, storage };
}

function objectOptions(version: DefinedVersion): CRDVersionOptions {
  const { spec, status } = version.schemas;
  return { ...versionOptions(version), spec, specRequired: !("default" in spec), status };
}

function scaleSubresource(scale: CRDVersionOptions["scale"]): Pick<CRDVersionOptions, "scale"> {
  return scale === undefined ? {} : { scale };
}

const ageColumn: PrinterColumn = { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" };

function printerColumns(
  role: ProviderRole,
  traits: KindTraits,
  version: ContractKindVersion,
  columns: readonly ColumnOption[],
): PrinterColumn[] {
  const [contract] = version.contracts;
  const clusterLabel = labels.clusterName.replaceAll(".", "\\.");
  const own = traits.columns.map(({ name, field, below, wide }): PrinterColumn => {
    const { path, schema } = fieldOf(role, field, contract).place;
    const { type: jsonType } = schema as { readonly type?: string };
    const type = jsonType === "boolean" || jsonType === "integer" ? jsonType : "string";
    const jsonPath = below === undefined ? `.${path}` : `.${path}.${below}`;
    return { name, type, jsonPath, ...(wide === true ? { priority: 1 } : {}) };
  });
  return [
    { name: "Cluster", type: "string", jsonPath: `.metadata.labels['${clusterLabel}']` },
    ...own,
    ...columnsOf(columns, version),
    { name: "Ready", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: "Reason", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].reason', priority: 1 },
    ageColumn,
  ];
}
