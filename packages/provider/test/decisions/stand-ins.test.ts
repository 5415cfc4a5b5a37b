import type { CustomResourceDefinition } from "@capstan/contract";
import { Type } from "@capstan/provider";
import { expect, test } from "vitest";
import { checkStandIns } from "../../src/conversion/stand-ins.ts";

function crd(properties: object): CustomResourceDefinition {
  const version = {
    name: "v1",
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: "object", properties } },
  };
  return { spec: { names: { kind: "Box" }, versions: [version] } } as unknown as CustomResourceDefinition;
}

test("a version whose required fields have no valid default is refused with kind, version and remedy", () => {
  const spec = Type.Object({ code: Type.String({ pattern: "^[a-z]$", minLength: 2 }) });
  expect(() => {
    checkStandIns([crd({ spec })]);
  }).toThrow(/v1.*Box.*default/s);
});

test.each([
  [
    "optional fields",
    { spec: Type.Object({ code: Type.Optional(Type.String({ pattern: "^[a-z]$", minLength: 2 })) }) },
  ],
  ["no spec", { status: Type.Object({}) }],
])("a version with %s is accepted", (_what, properties) => {
  expect(() => {
    checkStandIns([crd(properties)]);
  }).not.toThrow();
});
