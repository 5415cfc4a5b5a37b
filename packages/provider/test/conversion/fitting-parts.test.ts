import { Type } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { fittingParts } from "../../src/conversion/fitting-parts.ts";
import { auxiliarySchemas } from "../../src/definition/version-schemas.ts";

const disks = Type.Object({ names: Type.Optional(Type.Array(Type.String())) }, { minProperties: 1 });
/** An object with a field that it needs, and another that needs one as well. What a CRD says in `allOf` is found before the rest. */
const network = Type.Unsafe({
  type: "object",
  properties: {
    zone: { type: "string" },
    peer: { type: "object", minProperties: 1, properties: { name: { type: "string" } } },
  },
  allOf: [{ properties: { peer: { required: ["name"] } } }, { required: ["zone"] }],
});
const spec = Type.Object({
  seconds: Type.Optional(Type.Integer()),
  disks: Type.Optional(disks),
  network: Type.Optional(network),
});
const version = {
  name: "v1",
  contracts: [],
  served: true,
  storage: true,
  schemas: auxiliarySchemas({ spec, status: spec }, {}),
};

/** What is left of a spec that was kept. */
const fitting = (kept: unknown) => fittingParts({ spec: kept }, version, false);

describe("of what was kept", () => {
  test("a part that fits is all there", () => {
    const parts = { spec: { seconds: 5, disks: { names: ["a"] } }, status: { seconds: 6 } };
    expect(fittingParts(parts, version, false)).toEqual(parts);
  });

  test.each<[string, boolean]>([
    ["an object", false],
    ["a Template", true],
  ])("there is no part that %s did not have", (_what, isTemplate) => {
    expect(Object.keys(fittingParts({}, version, isTemplate))).toEqual([]);
  });

  test.each<[string, object, object]>([
    ["once", { seconds: 5, disks: {} }, { seconds: 5 }],
    ["that others are empty without", { seconds: 5, network: { peer: {} } }, { seconds: 5 }],
  ])("objects are left out that are empty where that does not fit: %s", (_what, kept, left) => {
    expect(fitting(kept)).toEqual({ spec: left });
  });

  test.each<[string, object]>([
    ["a number", { disks: 7 }],
    ["null", { seconds: null }],
    ["an object with fields", { seconds: { value: 5 } }],
    ["an object with a field that does not fit", { disks: { names: "a" } }],
  ])("nothing is left of a part with %s in the wrong place", (_what, wrong) => {
    expect(fitting({ network: { zone: "a" }, ...wrong })).toEqual({});
  });
});
