import { type Fault } from "../rule/rule.ts";
import { type CRDVersion } from "./crd-subject.ts";
import { boundFaults, fieldFaults } from "./field-faults.ts";
import { schemaField, typeOf } from "./schema-field.ts";

/** Reports that `spec` or `status` is missing or not an object. */
export function* sectionFaults({ schema }: CRDVersion, name: "spec" | "status"): Iterable<Fault> {
  const section = schemaField(schema, name);
  if (section.found !== "declared") yield { path: section.path, expected: `${name} of type object` };
  else if (typeOf(section.schema) !== "object") {
    yield { path: `${section.path}.type`, expected: `${name} of type object`, actual: typeOf(section.schema) };
  }
}

const initialization = "status.initialization";

/**
 * Reports a missing or mistyped flag, and for a flag below `status.initialization` that it is required, or that `initialization` may be
 * empty.
 */
export function* flagFaults(version: CRDVersion, path: string): Iterable<Fault> {
  const isBelow = path.startsWith(`${initialization}.`);
  yield* fieldFaults(version, path, { type: "boolean", present: true, ...(isBelow ? { optional: true } : {}) });
  if (isBelow) yield* boundFaults(version, initialization, { minProperties: { min: 1 } });
}
