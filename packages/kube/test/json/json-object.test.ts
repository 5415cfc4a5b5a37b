import { fieldsOf, isJsonObject } from "@capstan/kube";
import { describe, expect, test } from "vitest";

describe("a JSON object", () => {
  test.each([[null], [undefined], ["text"], [1], [[]], [[{}]]])(
    "%j is not a JSON object and has no fields",
    (value) => {
      expect([isJsonObject(value), fieldsOf(value)]).toEqual([false, {}]);
    },
  );

  test("has only its own fields", () => {
    const value: unknown = { a: 1 };
    expect([isJsonObject(value), fieldsOf(value)]).toEqual([true, value]);
  });
});
