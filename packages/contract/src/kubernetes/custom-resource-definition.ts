import { type KubernetesObject } from "./kubernetes-object.ts";
import { type StructuralSchema } from "./structural-schema.ts";

/** A column that `kubectl get` prints. */
export interface PrinterColumn {
  name: string;
  type: "boolean" | "date" | "integer" | "number" | "string";
  /** Path in the object, with a leading dot: `.status.phase`. */
  jsonPath: string;
  description?: string;
  format?: string;
  /** 0 is always shown; above 0 only with `-o wide`. */
  priority?: number;
}

/** One version of a custom resource. */
export interface CustomResourceDefinitionVersion {
  name: string;
  served: boolean;
  storage: boolean;
  deprecated?: boolean;
  deprecationWarning?: string;
  schema: { openAPIV3Schema: StructuralSchema };
  subresources?: {
    status?: Record<string, never>;
    scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string };
  };
  additionalPrinterColumns?: PrinterColumn[];
}

/** `apiextensions.k8s.io/v1` CustomResourceDefinition. */
export interface CustomResourceDefinition extends KubernetesObject {
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
  status?: {
    conditions?: { type: string; status: string; reason?: string; message?: string }[];
    storedVersions?: string[];
    acceptedNames?: { kind: string; plural: string };
  };
}
