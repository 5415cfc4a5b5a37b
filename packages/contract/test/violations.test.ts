import {
  ContractViolation,
  describeViolation,
  objectValidator,
  SchemaNotStructural,
  violation,
} from "@capstan/contract";
import Type from "typebox";
import { describe, expect, test } from "vitest";

describe("contract violations in words", () => {
  test.each<[unknown, string]>([
    [undefined, "nothing"],
    [null, "null"],
    ["a", '"a"'],
    [1, "1"],
    [{ a: 1 }, "an object"],
    [[1], "a list"],
    [Symbol("a"), "symbol"],
    ["x".repeat(78), `"${"x".repeat(78)}"`],
    ["x".repeat(79), `"${"x".repeat(76)}...`],
  ])("%j: %s", (actual, words) => {
    const { source } = violation("IM-002", { path: "", expected: "" });
    expect(describeViolation(violation("IM-002", { path: "spec.providerID", expected: "a string", actual }))).toBe(
      `spec.providerID: expected a string, found ${words} (IM-002; ${source})`,
    );
  });

  test("an error names all violations and the object", () => {
    const found = [
      violation("IM-002", { path: "spec.providerID", expected: "a string", actual: 1 }),
      violation("outcome", { path: "ready", expected: "a boolean" }),
    ];
    const error = new ContractViolation("FooMachine a/b", found, { cause: "why" });
    expect(error).toMatchObject({
      subject: "FooMachine a/b",
      violations: found,
      code: "ContractViolated",
      cause: "why",
    });
    expect(error.message).toBe(
      `FooMachine a/b breaks the provider contract: ${found.map(describeViolation).join("; ")}`,
    );
  });
});

describe("an object of a kind", () => {
  const kind = { group: "example.com", version: "v1", kind: "Foo", plural: "foos", namespaced: true };
  const foo = { apiVersion: "example.com/v1", kind: "Foo", metadata: { name: "a", more: 1 } };
  const spec = Type.Object({ size: Type.String() });
  const open = Type.Object({ size: Type.Optional(Type.String()) });
  const paths = (schemas: Parameters<typeof objectValidator>[1], object: unknown) =>
    objectValidator(kind, schemas)(object).map(({ path }) => path);

  test("needs type and metadata, and a spec if that has required fields", () => {
    expect(paths({ spec }, {}).toSorted()).toEqual(["apiVersion", "kind", "metadata", "spec"]);
    expect(paths({ spec: open }, foo)).toEqual([]);
    expect(paths({ spec }, foo)).toEqual(["spec"]);
    expect(paths({ spec, specRequired: false }, foo)).toEqual([]);
    expect(paths({ spec: open, specRequired: true }, foo)).toEqual(["spec"]);
  });

  test("has the type of the kind", () => {
    expect(paths({ spec: open }, { ...foo, apiVersion: "example.com/v2", kind: "Bar" })).toEqual([
      "apiVersion",
      "kind",
    ]);
    expect(objectValidator(kind, {})({ ...foo, kind: 1 })).toMatchObject([
      { rule: "schema", path: "kind", expected: "Foo", actual: 1, source: "schema of Foo in example.com/v1" },
    ]);
  });

  test("has the spec and the status of its schemas", () => {
    expect(paths({ spec, status: open }, { ...foo, spec: { size: 1 }, status: { size: 1, x: 1 } }).toSorted()).toEqual([
      "spec.size",
      "status.size",
      "status.x",
    ]);
    expect(paths({}, foo)).toEqual([]);
    expect(paths({}, { ...foo, spec: { any: 1 }, status: "any", x: 1 })).toEqual(["x"]);
  });

  test("cannot have a schema that no CRD can express, and the error names the section", () => {
    const tuple = Type.Object({ x: Type.Tuple([Type.String()]) });
    for (const section of ["spec", "status"] as const) {
      expect(() => paths({ [section]: tuple }, foo)).toThrow(SchemaNotStructural);
      expect(() => paths({ [section]: tuple }, foo)).toThrow(`at ${section}.x `);
    }
  });
});
