import { type KubernetesObject } from "./kubernetes-object.ts";
import { type StructuralSchema } from "./structural-schema.ts";

/** A column that `kubectl get` prints. */
export interface PrinterColumn {
  /** The heading. */
  name: string;
  /** How the value is displayed. */
  type: "boolean" | "date" | "integer" | "number" | "string";
  /** Path in the object, with a leading dot: `.status.phase`. */
  jsonPath: string;
  /** What the column shows. */
  description?: string;
  /** Which form of the type it is: `int64`, `byte`. */
  format?: string;
  /** 0 is always shown; above 0 only with `-o wide`. */
  priority?: number;
}

/** One version of a custom resource. */
export interface CustomResourceDefinitionVersion {
  /** The name of the version: `v1beta2`. */
  name: string;
  /** Whether clients can use it. */
  served: boolean;
  /** Whether objects are stored in it; true for exactly one. */
  storage: boolean;
  /** Whether clients are warned. */
  deprecated?: boolean;
  /** What clients are warned with. */
  deprecationWarning?: string;
  /** What objects are checked by, and which fields they keep. */
  schema: { openAPIV3Schema: StructuralSchema };
  /** Whether status and scale have paths of their own. */
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
  /** What the API server made of it. */
  status?: {
    conditions?: { type: string; status: string; reason?: string; message?: string }[];
    storedVersions?: string[];
    acceptedNames?: { kind: string; plural: string };
  };
}
