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

/** One version of a kind to be defined. */
export interface CRDVersionOptions {
  /** Such as `v1beta2` or `v1`. */
  name: string;
  /**
   * Contract or contracts that this version fulfills; give the CRD its contract labels (rule AR-006). Two versions with
   * different contracts need a conversion webhook (rule AR-020): what the storage version's schema lacks is lost.
   */
  contract?: ContractVersion | readonly ContractVersion[];
  /** Schema of `spec`, an object. */
  spec?: TSchema;
  /** Whether `spec` has to be there; by default if it has required fields. */
  specRequired?: boolean;
  /** Schema of `status`, an object; enables the status subresource. */
  status?: TSchema;
  /** What `kubectl explain` says of the kind. Default: none. */
  description?: string;
  /** Default: true. */
  served?: boolean;
  /** Default: the version with the highest Kubernetes priority. */
  storage?: boolean;
  /** Whether clients of the version are warned. Default: false. */
  deprecated?: boolean;
  /** What they are warned with. Default: the API server's words. */
  deprecationWarning?: string;
  /** Columns of `kubectl get`. Default: the age. */
  printerColumns?: readonly PrinterColumn[];
  /** The fields that `kubectl scale` uses. Default: it cannot be scaled. */
  scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string };
}

/** A kind to be defined. */
export interface CRDOptions {
  /** The API group. */
  group: string;
  /** The kind. */
  kind: string;
  /** The API versions. */
  versions: readonly CRDVersionOptions[];
  /** Default: the plural that core computes (rule AR-002). Another one makes the kind unreachable for core. */
  plural?: string;
  /** What `kubectl get` takes, too. Default: none. */
  shortNames?: readonly string[];
  /** Default: `cluster-api` (rule AR-022). */
  categories?: readonly string[];
  /** Default: Namespaced (rule AR-003). */
  scope?: "Namespaced" | "Cluster";
  /** Further labels, besides those of the contracts. */
  labels?: Readonly<Record<string, string>>;
  /** Annotations of the CRD. Default: none. */
  annotations?: Readonly<Record<string, string>>;
}

/**
 * The CRD of a kind: structural schemas from TypeBox schemas, contract labels, one storage version, no conversion.
 *
 * @throws SchemaNotStructural if a schema says what a CRD cannot.
 * @throws ArgumentError if there is no version, or not exactly one for storage.
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

/** The labels that show core which served versions fulfill which contract, in ascending priority (rules AR-008, AR-010, AR-011). */
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
      apiVersion: { type: "string", description: "Version of the schema this object is written in." },
      kind: { type: "string", description: "Kind of this object." },
      metadata: { type: "object" },
      ...optional("spec", spec),
      ...optional("status", status),
    },
    ...(spec !== undefined && specRequired ? { required: ["spec"] } : {}),
  };
}
