/** A part of a schema that only restricts values: what Kubernetes allows inside `anyOf`, `allOf`, `oneOf` and `not`. */
export interface ValueValidation {
  required?: string[];
  properties?: Record<string, ValueValidation>;
  items?: ValueValidation;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: boolean;
  exclusiveMaximum?: boolean;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  allOf?: ValueValidation[];
  anyOf?: ValueValidation[];
  oneOf?: ValueValidation[];
  not?: ValueValidation;
}

/** A rule in the Common Expression Language, evaluated by the API server. */
export interface CelRule {
  rule: string;
  message?: string;
  messageExpression?: string;
  reason?: string;
  fieldPath?: string;
}

/** OpenAPI v3 schema in the structural form that `apiextensions.k8s.io/v1` demands. */
export interface StructuralSchema extends Omit<ValueValidation, "properties" | "items"> {
  type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  title?: string;
  description?: string;
  default?: unknown;
  nullable?: boolean;
  properties?: Record<string, StructuralSchema>;
  items?: StructuralSchema;
  additionalProperties?: StructuralSchema;
  "x-kubernetes-int-or-string"?: boolean;
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  "x-kubernetes-embedded-resource"?: boolean;
  "x-kubernetes-list-type"?: "atomic" | "set" | "map";
  "x-kubernetes-list-map-keys"?: string[];
  "x-kubernetes-map-type"?: "atomic" | "granular";
  "x-kubernetes-validations"?: CelRule[];
}
