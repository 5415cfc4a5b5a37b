import { checkCRDs } from "@capstan/contract";
import { describe, expect, test } from "vitest";

type Schema = Readonly<Record<string, unknown>>;
/** The schemas of versions by name. */
type Versions = Readonly<Record<string, Schema>>;

function crd(kind: string, schemas: Versions): object {
  const versions = Object.entries(schemas).map(([name, openAPIV3Schema]) => ({
    ...{ name, served: true, schema: { openAPIV3Schema } },
  }));
  return {
    kind: "CustomResourceDefinition",
    metadata: { name: kind.toLowerCase() },
    spec: { group: "infrastructure.example.com", names: { kind }, versions },
  };
}

const object = (properties: object, more: Schema = {}): Schema => ({ type: "object", properties, ...more });
const string = { type: "string" };
const integer = { type: "integer" };

/** The schema of a template for objects with this spec. */
function templateOf(spec: Schema, isRequired = true, metadata: object = {}): Schema {
  const template = object({ spec, ...metadata }, isRequired ? { required: ["spec"] } : {});
  return object({ spec: object({ template }, { required: ["template"] }) });
}

const ofTemplate = (versions: Versions): object => crd("FooMachineTemplate", versions);
const ofMain = (versions: Versions): object => crd("FooMachine", versions);

/** The findings of the rule, as level and path below the cloned spec. */
function found(rule: string, documents: readonly object[]): string[] {
  return checkCRDs(documents)
    .violations.filter((violation) => violation.rule === rule)
    .map(({ level, path }) => `${level} ${path}`.replace("schema.openAPIV3Schema.", ""));
}

const inVersion = (index: number): string => `spec.versions[${String(index)}].properties.spec.properties.template`;
const cloned = `${inVersion(0)}.properties.spec`;

describe("BT-006: objects created from a template accept all its fields", () => {
  test.each<[what: string, template: Schema, main: Schema, faults: string[]]>([
    ["the same fields", object({ size: string }), object({ size: string }), []],
    ["fewer fields", object({}), object({ size: string }), []],
    ["a field more", object({ size: string }), object({}), ["MUST .properties.size"]],
    ["a field of another type", object({ size: string }), object({ size: integer }), ["MUST .properties.size.type"]],
    ["another type as a whole", object({ size: string }), string, ["MUST .type"]],
    [
      "fields by name where the kind has a map",
      object({ disks: object({ root: string }) }),
      object({ disks: { type: "object", additionalProperties: string } }),
      [],
    ],
    ["a field that the kind requires", object({ size: string }), object({ size: string }, { required: ["size"] }), []],
    [
      "not what the kind requires within a field",
      object({ disk: object({ size: string }) }),
      object({ disk: object({ size: string, zone: string }, { required: ["zone"] }) }),
      ["MUST .properties.disk.properties.zone"],
    ],
    [
      "not what the kind requires of items",
      object({ disks: { type: "array", items: object({ size: string }) } }),
      object({ disks: { type: "array", items: object({ size: string, zone: string }, { required: ["zone"] }) } }),
      ["MUST .properties.disks.items.properties.zone"],
    ],
    [
      "another type where the kind requires fields",
      object({ disk: string }),
      object({ disk: object({ zone: string }, { required: ["zone"] }) }),
      ["MUST .properties.disk.type"],
    ],
    [
      "not what the kind requires",
      object({ size: string }),
      object({ size: string, zone: string }, { required: ["size", "zone"] }),
      ["MUST .properties.zone"],
    ],
    [
      "not what the kind requires, but whatever else",
      object({}, { "x-kubernetes-preserve-unknown-fields": true }),
      object({ zone: string }, { required: ["zone"] }),
      [],
    ],
    [
      "not what the kind requires, and fields that it says are not kept",
      object({}, { "x-kubernetes-preserve-unknown-fields": false }),
      object({ zone: string }, { required: ["zone"] }),
      ["MUST .properties.zone"],
    ],
    [
      "a map where the kind requires a field",
      { type: "object", additionalProperties: string },
      object({ zone: string }, { required: ["zone"] }),
      [],
    ],
    ["anything, as the kind does", object({ size: integer }), { "x-kubernetes-preserve-unknown-fields": true }, []],
    [
      "items of another type",
      object({ disks: { type: "array", items: string } }),
      object({ disks: { type: "array", items: integer } }),
      ["MUST .properties.disks.items.type"],
    ],
    [
      "the same items",
      object({ disks: { type: "array", items: object({ size: string }) } }),
      object({ disks: { type: "array", items: object({ size: string }) } }),
      [],
    ],
    [
      "a list that does not say of what",
      object({ disks: { type: "array" } }),
      object({ disks: { type: "array", items: integer } }),
      [],
    ],
    [
      "items of which the kind does not say what they are",
      object({ disks: { type: "array", items: integer } }),
      object({ disks: { type: "array" } }),
      [],
    ],
    [
      "values that the kind refuses, of a type that it takes",
      object({ size: string }),
      object({ size: { ...string, maxLength: 5 } }),
      ["SHOULD .properties.size.maxLength"],
    ],
  ])("%s", (_what, template, main, faults) => {
    const documents = [ofMain({ v1: object({ spec: main }) }), ofTemplate({ v1: templateOf(template) })];
    expect(found("BT-006", documents)).toEqual(faults.map((fault) => fault.replace(" ", ` ${cloned}`)));
  });

  test("a version is compared only with the version of the same name", () => {
    const older = object({ spec: object({ size: string }) });
    const newer = object({ spec: object({ size: integer }) });
    const template = { v1: templateOf(object({ size: string })), v2: templateOf(object({ size: integer })) };
    expect(found("BT-006", [ofMain({ v1: older, v2: newer }), ofTemplate(template)])).toEqual([]);
    expect(found("BT-006", [ofMain({ v1: older, v2: older }), ofTemplate(template)])).toEqual([
      `MUST ${inVersion(1)}.properties.spec.properties.size.type`,
    ]);
    expect(found("BT-006", [ofMain({ v1: older }), ofTemplate(template)])).toEqual([]);
  });
});

describe("BT-004: the spec of a template may be optional if its objects may lack a spec", () => {
  const optional = templateOf(object({ size: string }), false);
  const requiring = object({ spec: object({ size: string }) }, { required: ["spec"] });
  const without = object({ spec: object({ size: string }) });

  test.each<[what: string, documents: object[], level: string | undefined]>([
    ["a template alone", [ofTemplate({ v1: optional })], "SHOULD"],
    ["objects that have a spec", [ofMain({ v1: requiring }), ofTemplate({ v1: optional })], "SHOULD"],
    ["objects that may be without", [ofMain({ v1: without }), ofTemplate({ v1: optional })], "MAY"],
    ["objects of which nothing is said", [ofMain({ v1: object({}) }), ofTemplate({ v1: optional })], "SHOULD"],
    ["objects of another version", [ofMain({ v2: without }), ofTemplate({ v1: optional })], "SHOULD"],
    [
      "objects that may be without in another version",
      [ofMain({ v2: without, v1: requiring }), ofTemplate({ v1: optional })],
      "SHOULD",
    ],
    ["a template that requires it", [ofTemplate({ v1: templateOf(object({})) })], undefined],
  ])("%s", (_what, documents, level) => {
    expect(found("BT-004", documents)).toEqual(level === undefined ? [] : [`${level} ${cloned}`]);
  });
});

describe("BT-005: a template has labels and annotations for its objects as its only metadata", () => {
  const strings = { type: "object", additionalProperties: string };
  test.each<[what: string, metadata: object, faults: string[]]>([
    ["none", {}, []],
    ["labels and annotations", { metadata: object({ labels: strings, annotations: strings }) }, []],
    ["a name", { metadata: object({ labels: strings, name: string }) }, ["properties.name"]],
    [
      "labels that are numbers",
      { metadata: object({ labels: { type: "object", additionalProperties: integer } }) },
      ["properties.labels.additionalProperties"],
    ],
  ])("%s", (_what, metadata, faults) => {
    expect(found("BT-005", [ofTemplate({ v1: templateOf(object({}), true, metadata) })])).toEqual(
      faults.map((fault) => `SHOULD ${inVersion(0)}.properties.metadata.${fault}`),
    );
  });
});
