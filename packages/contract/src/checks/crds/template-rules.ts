import { fieldsAt, isJsonObject } from "@capstan/kube";
import { nodeArchitectures } from "../../fields/template-status.ts";
import { type Json, stringsAt } from "../rule/json.ts";
import { type Fault, type Rule } from "../rule/rule.ts";
import { crdRule, servedVersionRule, versionRule } from "./crd-rule.ts";
import { type CRDSubject, type CRDVersion } from "./crd-subject.ts";
import { boundFaults, enumFaults, fieldFaults } from "./field-faults.ts";
import { schemaField, typeOf } from "./schema-field.ts";
import { wideningFaults } from "./widening-faults.ts";

const ofSingleObjects = ["providerID", "controlPlaneEndpoint"];

/** The rules about Templates of the main kinds. */
export const templateRules: readonly Rule<CRDSubject>[] = [
  crdRule("BT-002", function* (crd) {
    if (!crd.kind.endsWith("Template")) {
      yield { path: "spec.names.kind", expected: "<Kind>Template", actual: crd.kind };
    } else if (mainOf(crd) === undefined) {
      const expected = `${crd.kind} in addition to a kind ${crd.kind.slice(0, -"Template".length)} of the same group`;
      // A Template checked by itself comes without its main kind.
      const alone = !crd.siblings.some((other) => `${other.role}Template` === crd.role && other.group === crd.group);
      yield { path: "spec.names.kind", expected, actual: crd.kind, ...(alone ? { level: "SHOULD" } : {}) };
    }
  }),
  servedVersionRule("BT-003", function* (version) {
    yield* fieldFaults(version, "spec.template", { type: "object", present: true });
    const field = schemaField(version.schema, "spec.template");
    if (field.found === "declared" && !field.required) {
      yield { path: "properties.spec.required", expected: "template among them", actual: "optional" };
    }
  }),
  servedVersionRule("BT-004", function* (version, crd) {
    yield* fieldFaults(version, "spec.template.spec", { type: "object", present: true });
    const spec = schemaField(version.schema, "spec.template.spec");
    if (spec.found !== "declared") return;
    if (!spec.required) {
      // Core copies the fields that exist: a missing spec is a fault only for kinds that require a spec.
      const level = needsSpec(crd, version) ? "SHOULD" : "MAY";
      yield { path: spec.path, expected: "required", actual: "optional", level };
    }
    for (const name of ofSingleObjects.filter((field) => Object.hasOwn(fieldsAt(spec.schema, "properties"), field))) {
      yield { path: `${spec.path}.properties.${name}`, expected: "not in templates", actual: name };
    }
  }),
  servedVersionRule("BT-005", metadataFaults),
  crdRule("BT-006", cloneFaults),
  versionRule("BT-010", function* ({ version }) {
    const capacity = schemaField(version.schema, "status.capacity");
    if (capacity.found !== "declared") return;
    const values = fieldsAt(capacity.schema, "additionalProperties");
    if (typeOf(values) !== "int-or-string" && typeOf(values) !== "string") {
      yield { path: `${capacity.path}.additionalProperties`, expected: "quantities", actual: typeOf(values) };
    }
    if (fieldsAt(version.document, "subresources").status === undefined) {
      yield { path: capacity.path, expected: "the status subresource in addition" };
    }
  }),
  versionRule("BT-011", function* ({ version }) {
    yield* fieldFaults(version, "status.nodeInfo", { type: "object" });
    yield* fieldFaults(version, "status.nodeInfo.architecture", { type: "string", optional: true });
    yield* enumFaults(version, "status.nodeInfo.architecture", nodeArchitectures);
    yield* fieldFaults(version, "status.nodeInfo.operatingSystem", { type: "string", optional: true });
    yield* boundFaults(version, "status.nodeInfo", { minProperties: { min: 1 } }, "MAY");
  }),
];

function* metadataFaults({ schema }: CRDVersion): Iterable<Fault> {
  const metadata = schemaField(schema, "spec.template.metadata");
  if (metadata.found !== "declared") return;
  for (const [name, property] of Object.entries(fieldsAt(metadata.schema, "properties"))) {
    const path = `${metadata.path}.properties.${name}`;
    const values = fieldsAt(property, "additionalProperties");
    if (name !== "labels" && name !== "annotations") {
      yield { path, expected: "labels and annotations only", actual: name };
    } else if (typeOf(values) !== "string") {
      yield { path: `${path}.additionalProperties`, expected: "strings", actual: typeOf(values) };
    }
  }
}

/** Whether the objects of a Template require a spec, as far as known. */
function needsSpec(template: CRDSubject, { name }: CRDVersion): boolean {
  const twin = mainOf(template)?.versions.find((version) => version.name === name);
  const spec = twin && schemaField(twin.schema, "spec");
  return spec?.found !== "declared" || spec.required;
}

function mainOf(template: CRDSubject): CRDSubject | undefined {
  return template.siblings.find(({ kind, group }) => `${kind}Template` === template.kind && group === template.group);
}

function* cloneFaults(template: CRDSubject): Iterable<Fault> {
  const main = mainOf(template);
  for (const version of template.versions) {
    const twin = main?.versions.find(({ name }) => name === version.name);
    const cloned = schemaField(version.schema, "spec.template.spec");
    const target = twin && schemaField(twin.schema, "spec");
    if (cloned.found !== "declared" || target?.found !== "declared") continue;
    // A webhook may add fields that the main kind requires.
    const faults = [
      ...differences(cloned.schema, target.schema, cloned.path),
      ...(main?.isMutatedOnCreation === true ? [] : omissions(cloned.schema, target.schema, cloned.path)),
    ];
    for (const fault of faults) {
      yield { ...fault, path: `${version.path}.schema.openAPIV3Schema.${fault.path}` };
    }
  }
}

/** Fields, types and values that `from` accepts and `to` refuses. CEL rules are not compared. */
function* differences(from: Json, to: Json, path: string): Iterable<Fault> {
  if (to["x-kubernetes-preserve-unknown-fields"] === true) return;
  if (typeOf(from) !== typeOf(to)) {
    yield { path: `${path}.type`, expected: `${typeOf(to)}, as in the main kind`, actual: typeOf(from) };
    return;
  }
  yield* wideningFaults(from, to, path);
  const [given, known] = [fieldsAt(from, "properties"), fieldsAt(to, "properties")];
  for (const [name, property] of Object.entries(given)) {
    const twin = known[name];
    if (isJsonObject(twin)) yield* differences(fieldsAt(property), twin, `${path}.properties.${name}`);
    else if (!isJsonObject(to.additionalProperties)) {
      yield { path: `${path}.properties.${name}`, expected: "a field that the main kind also has", actual: name };
    }
  }
  if (isJsonObject(from.items) && isJsonObject(to.items)) yield* differences(from.items, to.items, `${path}.items`);
}

/** Fields that `to` requires and `from` does not have. */
function* omissions(from: Json, to: Json, path: string): Iterable<Fault> {
  if (to["x-kubernetes-preserve-unknown-fields"] === true || typeOf(from) !== typeOf(to)) return;
  const [given, known] = [fieldsAt(from, "properties"), fieldsAt(to, "properties")];
  const isOpen = from["x-kubernetes-preserve-unknown-fields"] === true || isJsonObject(from.additionalProperties);
  for (const name of stringsAt(to, "required").filter((field) => !isOpen && !Object.hasOwn(given, field))) {
    yield { path: `${path}.properties.${name}`, expected: "the field, because the main kind requires it" };
  }
  for (const [name, property] of Object.entries(given)) {
    const twin = known[name];
    if (isJsonObject(twin)) yield* omissions(fieldsAt(property), twin, `${path}.properties.${name}`);
  }
  if (isJsonObject(from.items) && isJsonObject(to.items)) yield* omissions(from.items, to.items, `${path}.items`);
}
