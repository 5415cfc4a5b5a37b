import { ArgumentError, compareApiVersions, optional } from "@capstan/kube";
import { type TSchema } from "typebox";
import { type ContractVersion, contractVersions } from "../versions/contract-version.ts";
import {
  type CustomResourceDefinition,
  type CustomResourceDefinitionVersion,
  type PrinterColumn,
} from "../kubernetes/custom-resource-definition.ts";
import { type StructuralSchema } from "../kubernetes/structural-schema.ts";
import { contractLabel } from "../names/labels.ts";
import { pluralOf } from "./plural-of.ts";
import { structuralSchema } from "../schema/structural-schema.ts";

/** A version of a kind to define. */
export interface CRDVersionOptions {
  /** The name of the version, such as `v1beta2` or `v1`. */
  name: string;
  /**
   * The contract or contracts that this version implements, which determine the contract labels of the CRD (rule AR-006). Two versions with
   * different contracts need a conversion webhook (rule AR-020), because the storage version's schema prunes fields that it lacks.
   */
  contract?: ContractVersion | readonly ContractVersion[];
  /** Schema of `spec`, an object. */
  spec?: TSchema;
  /** Whether `spec` is required. Default: true if the schema has required fields. */
  specRequired?: boolean;
  /** Schema of `status`, an object; enables the status subresource. */
  status?: TSchema;
  /** The description of the kind in `kubectl explain`. Default: no description. */
  description?: string;
  /** Whether the API server serves the version. Default: true. */
  served?: boolean;
  /** Whether objects are stored in this version. Default: true for the version with the highest Kubernetes priority. */
  storage?: boolean;
  /** Whether the API server warns clients of this version. Default: false. */
  deprecated?: boolean;
  /** The message of that warning. Default: the API server's message. */
  deprecationWarning?: string;
  /** Columns of `kubectl get`. Default: the age. */
  printerColumns?: readonly PrinterColumn[];
  /** The fields that `kubectl scale` uses. Default: no scale subresource. */
  scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string };
}

/** A kind to define. */
export interface CRDOptions {
  /** The API group. */
  group: string;
  /** The kind. */
  kind: string;
  /** The API versions. */
  versions: readonly CRDVersionOptions[];
  /** The plural name. Default: the plural that core computes (rule AR-002); core cannot find a kind with another plural. */
  plural?: string;
  /** Short names for `kubectl get`. Default: no short names. */
  shortNames?: readonly string[];
  /** Categories for `kubectl get`. Default: `cluster-api` (rule AR-022). */
  categories?: readonly string[];
  /** The scope of the kind. Default: Namespaced (rule AR-003). */
  scope?: "Namespaced" | "Cluster";
  /** Labels in addition to the contract labels. */
  labels?: Readonly<Record<string, string>>;
  /** Annotations of the CRD. Default: no annotations. */
  annotations?: Readonly<Record<string, string>>;
}

/**
 * Creates the CRD of a kind: structural schemas from TypeBox schemas, contract labels, one storage version, no conversion.
 *
 * @throws SchemaNotStructural a CRD cannot express a schema.
 * @throws ArgumentError there is no version, or not exactly one storage version.
 */
export function customResourceDefinition(options: CRDOptions): CustomResourceDefinition {
  const plural = options.plural ?? pluralOf(options.kind);
  const { annotations } = options;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: {
      name: `${plural}.${options.group}`,
      labels: { ...options.labels, ...contractLabels(options.versions) },
      ...optional("annotations", annotations && { ...annotations }),
    },
    spec: {
      group: options.group,
      names: {
        kind: options.kind,
        listKind: `${options.kind}List`,
        plural,
        singular: options.kind.toLowerCase(),
        ...optional("shortNames", options.shortNames && [...options.shortNames]),
        categories: [...(options.categories ?? ["cluster-api"])],
      },
      scope: options.scope ?? "Namespaced",
      versions: versionsOf(options),
      conversion: { strategy: "None" },
    },
  };
}

/** The labels that list for each contract the served versions that implement it, in ascending priority (rules AR-008, AR-010, AR-011). */
export function contractLabels(
  versions: readonly Pick<CRDVersionOptions, "name" | "contract" | "served">[],
): Record<string, string> {
  return Object.fromEntries(
    contractVersions.toReversed().flatMap((contract) => {
      const names = versions
        .filter((version) => version.served !== false && [version.contract].flat().includes(contract))
        .map((version) => version.name);
      return names.length === 0 ? [] : [[contractLabel(contract), names.sort(compareApiVersions).join("_")]];
    }),
  );
}

function versionsOf(options: CRDOptions): CustomResourceDefinitionVersion[] {
  const newest = options.versions
    .map((version) => version.name)
    .sort(compareApiVersions)
    .at(-1);
  const chosen = options.versions.filter((version) => version.storage === true);
  const storage = chosen.length === 0 ? newest : chosen[0]?.name;
  if (storage === undefined || chosen.length > 1) {
    throw new ArgumentError(`${options.kind} needs exactly one storage version, and at least one version (AR-017).`);
  }
  return options.versions
    .toSorted((a, b) => compareApiVersions(a.name, b.name))
    .map((version) => versionOf(options.kind, version, version.name === storage));
}

function versionOf(kind: string, version: CRDVersionOptions, storage: boolean): CustomResourceDefinitionVersion {
  const subresources = {
    ...(version.status === undefined ? {} : { status: {} }),
    ...optional("scale", version.scale),
  };
  return {
    name: version.name,
    served: version.served ?? true,
    storage,
    ...optional("deprecated", version.deprecated),
    ...optional("deprecationWarning", version.deprecationWarning),
    schema: { openAPIV3Schema: rootSchema(kind, version) },
    ...(Object.keys(subresources).length === 0 ? {} : { subresources }),
    ...optional(
      "additionalPrinterColumns",
      version.printerColumns?.map((column) => ({ ...column })),
    ),
  };
}

function rootSchema(kind: string, version: CRDVersionOptions): StructuralSchema {
  const spec = version.spec && structuralSchema(version.spec, "spec");
  const status = version.status && structuralSchema(version.status, "status");
  const specRequired = version.specRequired ?? (spec?.required ?? []).length > 0;
  return {
    type: "object",
    description: version.description ?? `${kind} in version ${version.name}.`,
    properties: {
      apiVersion: { type: "string", description: "API version of this object." },
      kind: { type: "string", description: "Kind of this object." },
      metadata: { type: "object" },
      ...optional("spec", spec),
      ...optional("status", status),
    },
    ...(spec !== undefined && specRequired ? { required: ["spec"] } : {}),
  };
}
