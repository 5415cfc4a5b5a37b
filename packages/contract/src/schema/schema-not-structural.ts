import { CapstanError, isCapstanError } from "@capstan/kube";

/** A schema contains something that a CRD cannot express. Thrown while a kind is being defined; the definition has to change. */
export class SchemaNotStructural extends CapstanError {
  readonly code = "SchemaNotStructural";
  readonly retry = "never";
  /** Where in the schema: `spec.size`. */
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`The schema at ${path === "" ? "its root" : path} cannot be part of a CRD: ${problem}.`);
    this.path = path;
  }
}

/** Whether `error` is a {@link SchemaNotStructural}, of any copy of this package. */
export function isSchemaNotStructural(error: unknown): error is SchemaNotStructural {
  return isCapstanError(error, "SchemaNotStructural");
}
