import {
  ageColumn,
  type CRDVersionOptions,
  customResourceDefinition,
  type CustomResourceDefinition,
  type FieldOptions,
  type PlacedField,
  printerColumns,
  type ProviderRole,
  scaleOf,
  isDeclared,
  isSchemaNotStructural,
  type SchemaNotStructural,
  templateCustomResourceDefinition,
  type Violation,
  violation,
} from "@capstan/contract";
import { placeholderClientConfig, withConversionWebhook } from "@capstan/runtime";
import type { TObject } from "typebox";
import { DefinitionError } from "../definition/definition-error.ts";
import type { ContractKindVersion, DefinedVersion } from "../definition/defined-version.ts";
import { type ColumnOption, columnsOf } from "./columns.ts";

/**
 * The CRDs of a kind and of its Template.
 *
 * @throws {@link DefinitionError} a CRD cannot express a schema; the cause names the place.
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
  readonly roleOptions: FieldOptions;
  /** Default: Templates have no status. */
  readonly templateStatus?: TObject | undefined;
}): readonly CustomResourceDefinition[] {
  const { role, group, kind, versions, isConverted, roleOptions, columns, templateStatus } = options;
  const ofTemplates = templateStatus === undefined ? {} : { status: templateStatus };
  const has = (field: PlacedField) => isDeclared(field, roleOptions);
  return structural(kind, () => {
    const crds = [
      customResourceDefinition({
        group,
        kind,
        ...shownNames(options),
        versions: versions.map((version) => ({
          ...objectOptions(version),
          ...scaleSubresource(scaleOf(role, version.contracts[0], roleOptions)),
          printerColumns: printerColumns(role, version.contracts[0], has, columnsOf(columns, version)),
        })),
      }),
      templateCustomResourceDefinition({
        group,
        kind,
        categories: shownNames(options).categories,
        versions: versions.map((version) => ({
          ...versionOptions(version),
          spec: version.schemas.templateSpec,
          ...ofTemplates,
        })),
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

/** @throws DefinitionError a CRD cannot express the schema. */
function structural<T>(kind: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new DefinitionError(`The CRD of ${kind} cannot be generated (AR-017): ${problem}`, {
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
