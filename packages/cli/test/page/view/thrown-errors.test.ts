import { describe, expect, test } from "vitest";
import { currentErrors } from "../../../page/model/thrown-errors.ts";
import type { Reconcile, ThrownError } from "../../../src/page/protocol.ts";

const source = { file: "src/reconciler.ts", line: 7, excerpt: [] };
const thrown: ThrownError = { name: "TypeError", message: "x is undefined", stack: [], source };

function reconcile(number: number, object: string, fields: Partial<Reconcile> = {}): Reconcile {
  return {
    number,
    manager: "hello",
    own: true,
    controller: "hellomachine",
    object,
    at: "2026-01-01T00:00:00.000Z",
    ms: 1,
    outcome: "success",
    requests: [],
    ...fields,
  };
}

describe("the errors of the author's code", () => {
  test("that are thrown at the same line for two objects are one error", () => {
    const reconciles = [reconcile(3, "b", { error: thrown }), reconcile(2, "a", { error: thrown }), reconcile(1, "c")];
    expect(currentErrors(reconciles)).toMatchObject([{ times: 2, objects: ["b", "a"], last: { number: 3 } }]);
  });

  test("disappear once they are no longer thrown", () => {
    expect(currentErrors([reconcile(2, "a"), reconcile(1, "a", { error: thrown })])).toEqual([]);
  });

  test("do not include those of other controllers", () => {
    expect(currentErrors([reconcile(1, "a", { own: false, error: thrown })])).toEqual([]);
  });
});
