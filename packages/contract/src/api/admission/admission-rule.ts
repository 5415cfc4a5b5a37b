import { ArgumentError } from "@capstan/kube";
import { type CustomResourceDefinition } from "../../kubernetes/custom-resource-definition.ts";
import { type CelRule, type StructuralSchema } from "../../kubernetes/structural-schema.ts";

/**
 * Restricts a field beyond its type and bounds. Cluster API has these rules in webhooks; the CRDs contain them so that they hold without a
 * webhook.
 */
export interface AdmissionRule {
  /** The path of the field, such as `spec.taints[]` for each taint and `spec.labels{}` for each value of a map; empty for the object. */
  readonly at: string;
  /** Further bounds of the value. Default: no bounds. */
  readonly bounds?: Pick<StructuralSchema, "enum" | "pattern" | "maxLength" | "maxItems" | "maxProperties">;
  /** CEL rules. Default: no rules. */
  readonly rules?: readonly CelRule[];
}

/**
 * Adds rules to the fields in the versions of a CRD.
 *
 * @throws ArgumentError a version has no such field.
 */
export function withAdmissionRules(
  { spec, ...crd }: CustomResourceDefinition,
  rules: Readonly<Record<string, readonly AdmissionRule[]>>,
): CustomResourceDefinition {
  const versions = spec.versions.map(({ schema, ...version }) => {
    const ofVersion = rules[version.name] ?? [];
    const openAPIV3Schema = ofVersion.reduce(
      (result, rule) => added(result, stepsOf(rule.at), rule),
      schema.openAPIV3Schema,
    );
    return { ...version, schema: { openAPIV3Schema } };
  });
  return { ...crd, spec: { ...spec, versions } };
}

function stepsOf(at: string): readonly string[] {
  return at.split(/\.|(?=\[\]|\{\})/).filter((step) => step !== "");
}

function added(schema: StructuralSchema, [step, ...rest]: readonly string[], rule: AdmissionRule): StructuralSchema {
  const within = (child: StructuralSchema | undefined) => {
    if (child === undefined) throw new ArgumentError(`The admission rule at ${rule.at} cannot be added: the schema has no ${step ?? ""}.`);
    return added(child, rest, rule);
  };
  switch (step) {
    case undefined:
      return ruled(schema, rule);
    case "[]":
      return { ...schema, items: within(schema.items) };
    case "{}":
      return { ...schema, additionalProperties: within(schema.additionalProperties) };
    default:
      return { ...schema, properties: { ...schema.properties, [step]: within(schema.properties?.[step]) } };
  }
}

function ruled(schema: StructuralSchema, { bounds, rules = [] }: AdmissionRule): StructuralSchema {
  const known = schema["x-kubernetes-validations"] ?? [];
  const all = [...known, ...rules];
  return { ...schema, ...bounds, ...(all.length === 0 ? {} : { "x-kubernetes-validations": all }) };
}
