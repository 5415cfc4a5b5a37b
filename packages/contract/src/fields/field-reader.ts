import { ContractViolation } from "../violations/contract-violation.ts";
import { type Violation, violation } from "../violations/violation.ts";
import { type ContractField } from "./contract-field.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads contract fields out of an object of unknown content and collects what is wrongly typed. */
export class FieldReader {
  readonly #object: unknown;
  readonly #violations: Violation[] = [];

  constructor(object: unknown) {
    this.#object = object;
  }

  boolean(field: ContractField): boolean | undefined {
    const value = this.value(field);
    if (value === undefined || typeof value === "boolean") return value;
    this.report(field, "a boolean", value);
    return undefined;
  }

  /** An empty string reads as absent: to core both mean unset. */
  string(field: ContractField): string | undefined {
    const value = this.value(field);
    if (value === undefined || value === "") return undefined;
    if (typeof value === "string") return value;
    this.report(field, "a string", value);
    return undefined;
  }

  integer(field: ContractField): number | undefined {
    const value = this.value(field);
    if (value === undefined) return undefined;
    if (typeof value === "number" && Number.isInteger(value)) return value;
    this.report(field, "an integer", value);
    return undefined;
  }

  list(field: ContractField): readonly unknown[] | undefined {
    const value = this.value(field);
    if (value === undefined) return undefined;
    if (Array.isArray(value)) return value as unknown[];
    this.report(field, "a list", value);
    return undefined;
  }

  map(field: ContractField): JsonObject | undefined {
    const value = this.value(field);
    if (value === undefined || isJsonObject(value)) return value;
    this.report(field, "a map", value);
    return undefined;
  }

  /** The value at the field's path, of any type; `undefined` if it or anything above it is absent. */
  value(field: ContractField): unknown {
    let value = this.#object;
    const walked: string[] = [];
    for (const segment of field.path.split(".")) {
      if (value === undefined) return undefined;
      if (!isJsonObject(value)) {
        this.report({ ...field, path: walked.join(".") }, "an object", value);
        return undefined;
      }
      value = value[segment];
      walked.push(segment);
    }
    return value;
  }

  report(field: ContractField, expected: string, actual: unknown): void {
    const known = this.#violations.some((violation) => violation.path === field.path);
    if (!known) this.#violations.push(violation(field.rule, { path: field.path, expected, actual }));
  }

  /**
   * Ends the reading.
   *
   * @throws ContractViolation with everything that was wrongly typed.
   */
  finish(): void {
    if (this.#violations.length > 0) throw new ContractViolation(nameOf(this.#object), this.#violations);
  }
}

function nameOf(object: unknown): string {
  if (!isJsonObject(object)) return "The value";
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const kind = typeof object.kind === "string" ? object.kind : "object";
  const name = typeof metadata.name === "string" ? metadata.name : "without name";
  return typeof metadata.namespace === "string" ? `${kind} ${metadata.namespace}/${name}` : `${kind} ${name}`;
}
