/** A structural schema of a CustomResourceDefinition (apiextensions.k8s.io/v1 JSONSchemaProps). */
export interface Schema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  readonly "x-kubernetes-embedded-resource"?: boolean;
  readonly "x-kubernetes-int-or-string"?: boolean;
  readonly "x-kubernetes-list-type"?: "atomic" | "set" | "map";
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: "atomic" | "granular";
  readonly "x-kubernetes-validations"?: readonly ValidationRule[];
  /** Only for built-in kinds: the merge key of a list in a strategic merge patch, and the strategy. */
  readonly "x-kubernetes-patch-merge-key"?: string;
  readonly "x-kubernetes-patch-strategy"?: string;
}

/** A CEL rule for values of a schema. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  /** An expression for the message; `message` is its fallback. */
  readonly messageExpression?: string;
  readonly reason?: string;
  /** The field in the error, relative to the value. */
  readonly fieldPath?: string;
  /** Whether `oldSelf` is an optional, so that the rule applies to new values too. */
  readonly optionalOldSelf?: boolean;
}

/** The schema of members that `properties` does not name. */
export function additionalSchema(schema: Schema): Schema | undefined {
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** The schema of one member of an object. */
export function memberSchema(schema: Schema | undefined, key: string): Schema | undefined {
  if (schema === undefined) return undefined;
  const properties = schema.properties;
  return properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : additionalSchema(schema);
}
