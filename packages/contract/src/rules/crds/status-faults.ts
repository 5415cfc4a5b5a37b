import { type Fault } from "../rule.ts";
import { type VersionInUse } from "./crd-rule.ts";
import { type CRDVersion } from "./crd-subject.ts";
import { boundFaults, fieldFaults } from "./field-faults.ts";
import { schemaField, typeOf } from "./schema-field.ts";

/** `spec` or `status` is missing or no object. */
export function* sectionFaults({ schema }: CRDVersion, name: "spec" | "status"): Iterable<Fault> {
  const section = schemaField(schema, name);
  if (section.found !== "declared") yield { path: section.path, expected: `${name} of type object` };
  else if (typeOf(section.schema) !== "object") {
    yield { path: `${section.path}.type`, expected: `${name} of type object`, actual: typeOf(section.schema) };
  }
}

/** A flag below `status.initialization` is missing, mistyped or required, or an empty `initialization` is allowed. */
export function* flagFaults(version: CRDVersion, path: string): Iterable<Fault> {
  yield* fieldFaults(version, path, { type: "boolean", present: true, optional: true });
  yield* boundFaults(version, "status.initialization", { minProperties: { min: 1 } });
}

/** `failureReason` and `failureMessage` in a version that only contract v1beta2 uses. */
export function* legacyFailureFaults({ version, contracts }: VersionInUse): Iterable<Fault> {
  if (contracts.includes("v1beta1")) return;
  for (const name of ["failureReason", "failureMessage"]) {
    const field = schemaField(version.schema, `status.${name}`);
    if (field.found === "declared") {
      yield { path: field.path, expected: "a condition in its place", actual: `status.${name}` };
    }
  }
}

/** `failureReason` and `failureMessage` of another type than string, or required. */
export function* failureTypeFaults({ version }: VersionInUse): Iterable<Fault> {
  yield* fieldFaults(version, "status.failureReason", { type: "string", optional: true });
  yield* fieldFaults(version, "status.failureMessage", { type: "string", optional: true });
}
