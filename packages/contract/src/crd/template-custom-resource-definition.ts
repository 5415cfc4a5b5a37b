import Type, { type TSchema } from "typebox";
import { contractVersions } from "../versions/contract-version.ts";
import { templateMetadata } from "../fields/template-metadata.ts";
import { type CustomResourceDefinition } from "../kubernetes/custom-resource-definition.ts";
import { type CRDOptions, type CRDVersionOptions, customResourceDefinition } from "./custom-resource-definition.ts";

/** A version of a template kind: `spec` is the schema of the main kind's spec, or of the part that a template may set. */
export interface TemplateCRDVersionOptions extends Omit<CRDVersionOptions, "spec" | "specRequired" | "scale"> {
  /** The schema of the spec of objects created from the template. */
  spec: TSchema;
}

/** A template kind to define; `kind` names the main kind, without the suffix Template. */
export interface TemplateCRDOptions extends Omit<CRDOptions, "versions"> {
  /** The API versions. */
  versions: readonly TemplateCRDVersionOptions[];
}

/**
 * The CRD of `<Kind>Template`, with the object to create in `spec.template` (rules BT-001 to BT-005).
 *
 * @throws SchemaNotStructural a CRD cannot express a schema.
 */
export function templateCustomResourceDefinition(options: TemplateCRDOptions): CustomResourceDefinition {
  return customResourceDefinition({
    ...options,
    kind: `${options.kind}Template`,
    versions: options.versions.map((version) => ({
      ...version,
      spec: templateSpecSchema(version.spec, version.contract),
      specRequired: !isOptional(version.spec),
    })),
  });
}

/**
 * Schema of a template's spec: `template.metadata` with labels and annotations, and `template.spec`. `template.spec` is optional if the
 * schema has `default: undefined`; contracts after the first then require metadata, or no spec at all.
 */
function templateSpecSchema<Spec extends TSchema>(spec: Spec, contract: CRDVersionOptions["contract"]) {
  const isFirst = [contract].flat().every((each) => each === contractVersions.at(-1));
  const filled = isFirst ? {} : { minProperties: 1 };
  return Type.Object(
    {
      template: Type.Object(
        {
          metadata: Type.Optional(templateMetadata(filled)),
          spec: isOptional(spec) ? Type.Optional(spec) : spec,
        },
        { ...(isOptional(spec) ? filled : {}), description: "The object to create." },
      ),
    },
    { description: "Template of the objects to create." },
  );
}

/** Whether the spec may be omitted and has no default. */
function isOptional(spec: TSchema): boolean {
  return "default" in spec && spec.default === undefined;
}
