import { type KubernetesObject } from "./kubernetes-object.ts";
import { type StructuralSchema } from "./structural-schema.ts";

/** A column that `kubectl get` prints. */
export interface PrinterColumn {
  /** The heading of the column. */
  name: string;
  /** The display type of the value. */
  type: "boolean" | "date" | "integer" | "number" | "string";
  /** Path in the object, with a leading dot: `.status.phase`. */
  jsonPath: string;
  /** The description of the column. */
  description?: string;
  /** The format of the type: `int64`, `byte`. */
  format?: string;
  /** 0: always shown; above 0: only with `-o wide`. */
  priority?: number;
}

/** One version of a custom resource. */
export interface CustomResourceDefinitionVersion {
  /** The name of the version: `v1beta2`. */
  name: string;
  /** Whether the API server serves the version. */
  served: boolean;
  /** Whether objects are stored in this version; true for exactly one version. */
  storage: boolean;
  /** Whether the API server warns clients of the version. */
  deprecated?: boolean;
  /** The message of that warning. */
  deprecationWarning?: string;
  /** The schema that validates and prunes objects. */
  schema: { openAPIV3Schema: StructuralSchema };
  /** The status and scale subresources. */
  subresources?: {
    status?: Record<string, never>;
    scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string };
  };
  /** Columns of `kubectl get`. */
  additionalPrinterColumns?: PrinterColumn[];
}

/** `apiextensions.k8s.io/v1` CustomResourceDefinition. */
export interface CustomResourceDefinition extends KubernetesObject {
  /** The kind, its names and its versions. */
  spec: {
    group: string;
    names: {
      kind: string;
      plural: string;
      singular?: string;
      listKind?: string;
      shortNames?: string[];
      categories?: string[];
    };
    scope: "Namespaced" | "Cluster";
    versions: CustomResourceDefinitionVersion[];
    conversion?: { strategy: "None" | "Webhook"; webhook?: unknown };
  };
  /** The observed state, which the API server writes. */
  status?: {
    conditions?: { type: string; status: string; reason?: string; message?: string }[];
    storedVersions?: string[];
    acceptedNames?: { kind: string; plural: string };
  };
}
