import { ArgumentError } from "@capstan/kube";
import { customResourceDefinition } from "@capstan/contract";
import Type from "typebox";
import { expect, test } from "vitest";
import { withAdmissionRules } from "../src/api/admission/admission-rule.ts";

const definition = customResourceDefinition({
  group: "example.com",
  kind: "Foo",
  versions: [
    {
      name: "v1",
      spec: Type.Object({ items: Type.Array(Type.String()), sizes: Type.Record(Type.String(), Type.String()) }),
    },
    { name: "v1beta1", spec: Type.Object({}) },
  ],
});

function propertiesOf(rules: Parameters<typeof withAdmissionRules>[1], version = "v1") {
  const { versions } = withAdmissionRules(definition, rules).spec;
  return versions.find(({ name }) => name === version)?.schema.openAPIV3Schema.properties?.spec;
}

test("rules are added to a field, to the items of a list, and to the values of a map", () => {
  const rule = { rule: "self != ''" };
  const spec = propertiesOf({
    v1: [
      { at: "spec", rules: [rule] },
      { at: "spec", rules: [{ rule: "true" }] },
      { at: "spec.items", bounds: { maxItems: 3 } },
      { at: "spec.items[]", rules: [rule] },
      { at: "spec.sizes{}", bounds: { maxLength: 5 } },
    ],
  });

  expect(spec?.["x-kubernetes-validations"]).toEqual([rule, { rule: "true" }]);
  expect(spec?.properties?.items).toEqual({
    type: "array",
    maxItems: 3,
    items: { type: "string", "x-kubernetes-validations": [rule] },
  });
  expect(spec?.properties?.sizes?.additionalProperties).toEqual({ type: "string", maxLength: 5 });
});

test("versions without rules are unchanged", () => {
  expect(propertiesOf({ v1: [{ at: "spec", rules: [{ rule: "false" }] }] }, "v1beta1")).toEqual(
    propertiesOf({}, "v1beta1"),
  );
});

test.each([
  ["spec.other", "other"],
  ["spec.items{}", "{}"],
  ["spec.sizes[]", "[]"],
  ["spec.items[].name", "name"],
])("a rule for %s, which the schema lacks, is an error that names it", (at, missing) => {
  expect(() => propertiesOf({ v1: [{ at }] })).toThrow(
    new ArgumentError(`The admission rule at ${at} cannot be added: the schema has no ${missing}.`),
  );
});
