import { CapstanError, isCapstanError } from "@capstan/kube";

/** A CRD cannot express a schema. Thrown by the definition of a kind; the definition must change. */
export class SchemaNotStructural extends CapstanError {
  readonly code = "SchemaNotStructural";
  readonly retry = "never";
  /** The path in the schema: `spec.size`. */
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`The schema at ${path === "" ? "its root" : path} cannot be part of a CRD: ${problem}.`);
    this.path = path;
  }
}

/** Whether `error` is a {@link SchemaNotStructural}, from any copy of this package. */
export function isSchemaNotStructural(error: unknown): error is SchemaNotStructural {
  return isCapstanError(error, "SchemaNotStructural");
}
