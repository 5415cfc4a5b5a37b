import { type CustomResourceDefinition } from "../kubernetes/custom-resource-definition.ts";
import { type StructuralSchema } from "../kubernetes/structural-schema.ts";
import { type KeptParts } from "./conversion-data.ts";

/** A version of a kind, for conversion. */
export interface ConvertedVersion {
  /** The name of the version. */
  readonly name: string;
  /** The schemas of its parts, as in the CRD; undefined for a part that it does not have. */
  readonly schemas: Readonly<Partial<Record<keyof KeptParts, StructuralSchema>>>;
  /** Whether `spec` is required. */
  readonly needsSpec: boolean;
}

/** The versions of a CRD. */
export function convertedVersionsOf({ spec }: CustomResourceDefinition): readonly ConvertedVersion[] {
  return spec.versions.map(({ name, schema }) => {
    const { properties = {}, required = [] } = schema.openAPIV3Schema;
    const { spec: ofSpec, status: ofStatus } = properties;
    return {
      name,
      schemas: {
        ...(ofSpec === undefined ? {} : { spec: ofSpec }),
        ...(ofStatus === undefined ? {} : { status: ofStatus }),
      },
      needsSpec: required.includes("spec"),
    };
  });
}
