/** A schema says something that a CRD cannot. Thrown while a kind is being defined; the definition has to change. */
export class SchemaNotStructural extends Error {
  override readonly name = "SchemaNotStructural";
  /** Where in the schema: `spec.size`. */
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`The schema at ${path === "" ? "its root" : path} cannot be part of a CRD: ${problem}.`);
    this.path = path;
  }
}
