import { apiVersionOf } from "@capstan/kube";
import { type TSchema } from "typebox";
import { structuralSchema } from "../schema/structural-schema.ts";
import { type ResourceKind } from "../kubernetes/resource-kind.ts";
import { type StructuralSchema } from "../kubernetes/structural-schema.ts";
import { schemaViolation, type Violation } from "../violations/violation.ts";
import { schemaValidator } from "./schema-validator.ts";

/** The schemas that an object is validated against. */
export interface ObjectSchemas {
  /** The schema of the spec. Default: accepts anything. */
  spec?: TSchema;
  /** Whether `spec` is required. Default: true if the schema has required fields. */
  specRequired?: boolean;
  /** The schema of the status. Default: accepts anything. */
  status?: TSchema;
}

/** Lists every fault of an object; empty if there is no fault. */
export type ObjectValidator = (object: unknown) => Violation[];

/**
 * Creates a validator for objects of a kind, from the schemas of its CRD. The API server refuses everything that it lists, including
 * unknown fields (with `fieldValidation=Strict`). CEL rules are left to the server.
 */
export function objectValidator(kind: ResourceKind, schemas: ObjectSchemas): ObjectValidator {
  const name = `${kind.kind} in ${apiVersionOf(kind)}`;
  let root: StructuralSchema | undefined;
  return (object) => {
    root ??= rootSchema(kind, schemas);
    const faults = schemaValidator(root, "refused").faults(object);
    return faults.map((fault) => schemaViolation(name, fault));
  };
}

const anything: StructuralSchema = { "x-kubernetes-preserve-unknown-fields": true };

function rootSchema(kind: ResourceKind, schemas: ObjectSchemas): StructuralSchema {
  const spec = schemas.spec === undefined ? anything : structuralSchema(schemas.spec, "spec");
  const status = schemas.status === undefined ? anything : structuralSchema(schemas.status, "status");
  const { specRequired = spec.required !== undefined } = schemas;
  return {
    type: "object",
    required: ["apiVersion", "kind", "metadata", ...(specRequired ? ["spec"] : [])],
    properties: {
      apiVersion: { enum: [apiVersionOf(kind)] },
      kind: { enum: [kind.kind] },
      metadata: { type: "object", ...anything },
      spec,
      status,
    },
  };
}
