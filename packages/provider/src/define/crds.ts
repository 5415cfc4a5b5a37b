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
import type { DefinedVersion } from "../definition/defined-version.ts";
import type { KindTraits } from "../definition/kind-traits.ts";

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
  readonly versions: readonly DefinedVersion[];
  readonly isConverted: boolean;
  readonly traits: KindTraits;
  readonly roleOptions: FieldOptions;
}): readonly CustomResourceDefinition[] {
  const { role, group, kind, shortNames, versions, isConverted, traits, roleOptions } = options;
  try {
    const crds = [
      customResourceDefinition({
        group,
        kind,
        ...(shortNames.length === 0 ? {} : { shortNames }),
        versions: versions.map((version) => ({
          ...versionOptions(version),
          spec: version.schemas.spec,
          specRequired: !("default" in version.schemas.spec),
          status: version.schemas.status,
          ...scaleSubresource(scaleOf(role, version.contracts[0], roleOptions)),
          printerColumns: printerColumns(role, traits, version),
        })),
      }),
      templateCustomResourceDefinition({
        group,
        kind,
        versions: versions.map((version) => ({ ...versionOptions(version), spec: version.schemas.templateSpec })),
      }),
    ];
    return isConverted ? crds.map((crd) => withConversionWebhook(crd, placeholderClientConfig)) : crds;
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

function scaleSubresource(scale: CRDVersionOptions["scale"]): Pick<CRDVersionOptions, "scale"> {
  return scale === undefined ? {} : { scale };
}

function printerColumns(role: ProviderRole, traits: KindTraits, { contracts }: DefinedVersion): PrinterColumn[] {
  const clusterLabel = labels.clusterName.replaceAll(".", "\\.");
  const own = traits.columns.map(({ name, field, below, wide }): PrinterColumn => {
    const { path, schema } = fieldOf(role, field, contracts[0]).place;
    const { type: jsonType } = schema as { readonly type?: string };
    const type = jsonType === "boolean" || jsonType === "integer" ? jsonType : "string";
    const jsonPath = below === undefined ? `.${path}` : `.${path}.${below}`;
    return { name, type, jsonPath, ...(wide === true ? { priority: 1 } : {}) };
  });
  return [
    { name: "Cluster", type: "string", jsonPath: `.metadata.labels['${clusterLabel}']` },
    ...own,
    { name: "Ready", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: "Reason", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].reason', priority: 1 },
    { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
  ];
}
