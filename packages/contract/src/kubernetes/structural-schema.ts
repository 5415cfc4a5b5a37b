/** A part of a schema that only restricts values: what Kubernetes allows inside `anyOf`, `allOf`, `oneOf` and `not`. */
export interface ValueValidation {
  /** Fields that must be there. */
  required?: string[];
  /** What holds for the value of a field, by its name. */
  properties?: Record<string, ValueValidation>;
  /** What holds for each item. */
  items?: ValueValidation;
  /** The values that are allowed. */
  enum?: unknown[];
  /** The expression that a string must match, in the syntax of Go. */
  pattern?: string;
  /** The form that a string or number must have. */
  format?: string;
  /** The least length of a string, in characters. */
  minLength?: number;
  /** The greatest length of a string, in characters. */
  maxLength?: number;
  /** The least value of a number. */
  minimum?: number;
  /** The greatest value of a number. */
  maximum?: number;
  /** Whether `minimum` itself is not allowed. */
  exclusiveMinimum?: boolean;
  /** Whether `maximum` itself is not allowed. */
  exclusiveMaximum?: boolean;
  /** What a number must be a multiple of. */
  multipleOf?: number;
  /** The least number of items. */
  minItems?: number;
  /** The greatest number of items. */
  maxItems?: number;
  /** Whether no item may be there twice. */
  uniqueItems?: boolean;
  /** The least number of fields. */
  minProperties?: number;
  /** The greatest number of fields. */
  maxProperties?: number;
  /** All of these must hold. */
  allOf?: ValueValidation[];
  /** One of these must hold, or several. */
  anyOf?: ValueValidation[];
  /** Exactly one of these must hold. */
  oneOf?: ValueValidation[];
  /** This must not hold. */
  not?: ValueValidation;
}

/** A rule in the Common Expression Language, evaluated by the API server. */
export interface CelRule {
  /** The expression, in CEL; `self` is the value. */
  rule: string;
  /** What is said if it does not hold. */
  message?: string;
  /** An expression that makes what is said. */
  messageExpression?: string;
  /** The reason of the refusal: `FieldValueInvalid`. */
  reason?: string;
  /** The field that is named in the refusal. */
  fieldPath?: string;
}

/** OpenAPI v3 schema in the structural form that `apiextensions.k8s.io/v1` demands. */
export interface StructuralSchema extends Omit<ValueValidation, "properties" | "items"> {
  /** The type of the value. */
  type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  /** A title, for people. */
  title?: string;
  /** What `kubectl explain` says. */
  description?: string;
  /** What the server puts in where the field is missing. */
  default?: unknown;
  /** Whether null is allowed. */
  nullable?: boolean;
  /** The fields, by name; others are dropped. */
  properties?: Record<string, StructuralSchema>;
  /** The schema of each item. */
  items?: StructuralSchema;
  /** The schema of each value of a map. */
  additionalProperties?: StructuralSchema;
  /** Whether the value is an integer or a string. */
  "x-kubernetes-int-or-string"?: boolean;
  /** Whether fields that are not in the schema are kept. */
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  /** Whether the value is a whole object of Kubernetes. */
  "x-kubernetes-embedded-resource"?: boolean;
  /** How lists are merged by server-side apply. */
  "x-kubernetes-list-type"?: "atomic" | "set" | "map";
  /** The fields that tell items of a list apart. */
  "x-kubernetes-list-map-keys"?: string[];
  /** Whether server-side apply takes a map as one value. */
  "x-kubernetes-map-type"?: "atomic" | "granular";
  /** Rules in CEL. */
  "x-kubernetes-validations"?: CelRule[];
}
