import { isJsonObject } from "@capstan/kube";
import { ContractViolation } from "../../violations/contract-violation.ts";
import { type Violation, violation } from "../../violations/violation.ts";
import { type Place } from "../field.ts";
import { boundViolations } from "./bound-violations.ts";
import { readPlain } from "../forms/plain.ts";
import { type PlacedField } from "./places.ts";

/** Reads contract fields of an object of unknown content, and collects violations. */
export class FieldReader {
  readonly #object: unknown;
  readonly #violations: Violation[] = [];

  constructor(object: unknown) {
    this.#object = object;
  }

  /**
   * The value at a place, or else at its second place, in the form of the newest contract; `undefined` if it or an object above it is
   * missing, or if it is malformed.
   */
  read(place: Place): unknown {
    const value = this.#readAt(place, place.path);
    return value === undefined && place.alsoAt !== undefined ? this.#readAt(place, place.alsoAt) : value;
  }

  /**
   * Does the same as {@link read} for fields that core copies into its own objects. A value that those objects do not allow is reported,
   * because it would keep all other fields from being written.
   */
  readWithinBounds(placed: PlacedField): unknown {
    const value = this.read(placed.place);
    if (value === undefined || placed.field.bounds === undefined) return value;
    for (const found of boundViolations(placed, value)) this.#add(found);
    return value;
  }

  /** All violations so far. */
  get violations(): readonly Violation[] {
    return this.#violations;
  }

  /**
   * Finishes reading.
   *
   * @throws ContractViolation with all violations, if there are any.
   */
  finish(): void {
    if (this.#violations.length > 0) throw new ContractViolation(nameOf(this.#object), this.#violations);
  }

  #readAt({ rule, form, schema }: Place, path: string): unknown {
    const json = this.#jsonAt(path, rule);
    if (json === undefined) return undefined;
    const read = form?.read ?? ((value, report) => readPlain(schema, value, report));
    return read(json, (below, expected, actual, cited = rule) => {
      this.#report(path + below, cited, expected, actual);
    });
  }

  #jsonAt(path: string, rule: Place["rule"]): unknown {
    let value = this.#object;
    const walked: string[] = [];
    for (const name of path.split(".")) {
      if (value === undefined) return undefined;
      if (!isJsonObject(value)) {
        this.#report(walked.join("."), rule, "an object", value);
        return undefined;
      }
      value = value[name];
      walked.push(name);
    }
    return value;
  }

  #report(path: string, rule: Place["rule"], expected: string, actual: unknown): void {
    this.#add(violation(rule, { path, expected, actual }));
  }

  #add(found: Violation): void {
    const isKnown = this.#violations.some((known) => known.path === found.path);
    if (!isKnown) this.#violations.push(found);
  }
}

function nameOf(object: unknown): string {
  if (!isJsonObject(object)) return "The value";
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  const kind = typeof object.kind === "string" ? object.kind : "object";
  const name = typeof metadata.name === "string" ? metadata.name : "without name";
  return typeof metadata.namespace === "string" ? `${kind} ${metadata.namespace}/${name}` : `${kind} ${name}`;
}
