import {
  type CRDVersionOptions,
  customResourceDefinition,
  type CustomResourceDefinition,
  labels,
  type PrinterColumn,
  SchemaNotStructural,
  templateCustomResourceDefinition,
  type Violation,
  violation,
} from "@capstan/contract";
import { placeholderClientConfig, withConversionWebhook } from "@capstan/runtime";
import { DefinitionError } from "../errors/provider-errors.ts";
import type { DefinedVersion } from "./build-definition.ts";
import type { ProviderRole } from "./contract-fields.ts";

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
}): readonly CustomResourceDefinition[] {
  const { role, group, kind, shortNames, versions, isConverted } = options;
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
          printerColumns: printerColumns(role, version),
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
      violations: error instanceof SchemaNotStructural ? [notStructural(error)] : [],
    });
  }
}

function notStructural({ path, message }: SchemaNotStructural): Violation {
  return violation("AR-017", { path, expected: "a structural schema", actual: message });
}

function versionOptions({ name, contracts, served, storage }: DefinedVersion): CRDVersionOptions {
  return { name, contract: contracts, served, storage };
}

function printerColumns(role: ProviderRole, { contracts }: DefinedVersion): PrinterColumn[] {
  const flag = role === "BootstrapConfig" ? "dataSecretCreated" : "provisioned";
  const done = contracts[0] === "v1beta1" ? "ready" : `initialization.${flag}`;
  const clusterLabel = labels.clusterName.replaceAll(".", "\\.");
  const byRole: Record<ProviderRole, PrinterColumn[]> = {
    BootstrapConfig: [{ name: "Data secret created", type: "boolean", jsonPath: `.status.${done}` }],
    InfraMachine: [
      { name: "Provisioned", type: "boolean", jsonPath: `.status.${done}` },
      { name: "ProviderID", type: "string", jsonPath: ".spec.providerID" },
    ],
    InfraCluster: [
      { name: "Provisioned", type: "boolean", jsonPath: `.status.${done}` },
      { name: "Endpoint", type: "string", jsonPath: ".spec.controlPlaneEndpoint.host", priority: 1 },
    ],
  };
  return [
    { name: "Cluster", type: "string", jsonPath: `.metadata.labels['${clusterLabel}']` },
    ...byRole[role],
    { name: "Ready", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: "Reason", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].reason', priority: 1 },
    { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
  ];
}
