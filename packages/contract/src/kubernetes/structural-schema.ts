/** A part of a schema that only restricts values, as Kubernetes allows it inside `anyOf`, `allOf`, `oneOf` and `not`. */
export interface ValueValidation {
  /** Required fields. */
  required?: string[];
  /** Restrictions of the fields, by name. */
  properties?: Record<string, ValueValidation>;
  /** Restrictions of each item. */
  items?: ValueValidation;
  /** The allowed values. */
  enum?: unknown[];
  /** A Go regular expression that a string must match. */
  pattern?: string;
  /** The format of a string or number. */
  format?: string;
  /** The minimum length of a string, in characters. */
  minLength?: number;
  /** The maximum length of a string, in characters. */
  maxLength?: number;
  /** The minimum of a number. */
  minimum?: number;
  /** The maximum of a number. */
  maximum?: number;
  /** Whether `minimum` itself is excluded. */
  exclusiveMinimum?: boolean;
  /** Whether `maximum` itself is excluded. */
  exclusiveMaximum?: boolean;
  /** A number must be a multiple of this. */
  multipleOf?: number;
  /** The minimum number of items. */
  minItems?: number;
  /** The maximum number of items. */
  maxItems?: number;
  /** Whether items must be unique. */
  uniqueItems?: boolean;
  /** The minimum number of fields. */
  minProperties?: number;
  /** The maximum number of fields. */
  maxProperties?: number;
  /** All of these must hold. */
  allOf?: ValueValidation[];
  /** At least one of these must hold. */
  anyOf?: ValueValidation[];
  /** Exactly one of these must hold. */
  oneOf?: ValueValidation[];
  /** This must not hold. */
  not?: ValueValidation;
}

/** A rule in the Common Expression Language, evaluated by the API server. */
export interface CelRule {
  /** The expression; `self` is the value. */
  rule: string;
  /** The error message if the expression is false. */
  message?: string;
  /** A CEL expression that returns the error message. */
  messageExpression?: string;
  /** The reason of the error: `FieldValueInvalid`. */
  reason?: string;
  /** The path of the field in the error. */
  fieldPath?: string;
}

/** An OpenAPI v3 schema in the structural form that `apiextensions.k8s.io/v1` requires. */
export interface StructuralSchema extends Omit<ValueValidation, "properties" | "items"> {
  /** The type of the value. */
  type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  /** A title, for users. */
  title?: string;
  /** The description in `kubectl explain`. */
  description?: string;
  /** The value that the API server sets if the field is missing. */
  default?: unknown;
  /** Whether null is allowed. */
  nullable?: boolean;
  /** The fields, by name; the API server prunes others. */
  properties?: Record<string, StructuralSchema>;
  /** The schema of each item. */
  items?: StructuralSchema;
  /** The schema of each value of a map. */
  additionalProperties?: StructuralSchema;
  /** Whether the value is an integer or a string. */
  "x-kubernetes-int-or-string"?: boolean;
  /** Whether fields that are not in the schema are preserved. */
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  /** Whether the value is a complete Kubernetes object. */
  "x-kubernetes-embedded-resource"?: boolean;
  /** How server-side apply merges the list. */
  "x-kubernetes-list-type"?: "atomic" | "set" | "map";
  /** The fields that identify the items of a list. */
  "x-kubernetes-list-map-keys"?: string[];
  /** Whether server-side apply treats a map as one value. */
  "x-kubernetes-map-type"?: "atomic" | "granular";
  /** CEL rules. */
  "x-kubernetes-validations"?: CelRule[];
}
