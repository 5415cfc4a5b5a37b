import { ApiError, type StatusDetails } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { withoutRefused } from "../src/patch/refused-parts.ts";

type Causes = NonNullable<StatusDetails["causes"]>;

function refusal(causes: Causes | undefined, { status = 422, reason = "Invalid" } = {}): ApiError {
  return new ApiError("Thing is invalid", { status, reason, ...(causes === undefined ? {} : { details: { causes } }) });
}
const at = (...fields: string[]): Causes => fields.map((field) => ({ field, reason: "FieldValueTooLong" }));
const patch = (status: unknown) => ({ apiVersion: "x.io/v1", kind: "Thing", status });

/** The rest of a status whose fields are refused. */
const left = (status: unknown, ...fields: string[]) => withoutRefused(patch(status), refusal(at(...fields)));

describe("no part can be omitted", () => {
  const status = { phase: "New", list: ["a"] };
  test.each<[string, unknown, unknown]>([
    ["of another error", status, refusal(at("status.phase"), { status: 409, reason: "Conflict" })],
    ["of an error without a response", status, new Error("broken")],
    ["of a refusal without details", status, refusal(undefined)],
    ["of a refusal without causes", status, refusal([])],
    ["of a field outside of the status", status, refusal(at("spec.phase", "status.phase"))],
    ["of a field that the patch does not have", status, refusal(at("status.other"))],
    ["of the status as a whole", status, refusal(at("status"))],
    ["of a cause without a field", status, refusal([{ reason: "FieldValueInvalid" }])],
    ["of a status that is a list", ["a"], refusal(at("status[0]"))],
    ["of a status that is not an object", undefined, refusal(at("status.phase"))],
  ])("%s", (_what, given, error) => {
    expect(withoutRefused(patch(given), error)).toBeUndefined();
  });
});

describe("the rest of a status", () => {
  test("is the patch without the refused fields, each reported once", () => {
    expect(left({ phase: "New", node: "x" }, "status.node", "status.node")).toEqual({
      rest: patch({ phase: "New" }),
      fields: ["status.node"],
    });
    expect(left({ node: "x" }, "status.node")).toEqual({ rest: undefined, fields: ["status.node"] });
  });

  test.each<[string, object, string[], object]>([
    ["without an object of which a field is refused", { node: { os: "x", name: "n" } }, ["status.node.os"], {}],
    ["without an object that lacks the refused field", { node: { os: ["x"] } }, ["status.node.name"], {}],
    ["without a refused object", { node: { os: ["x"] } }, ["status.node"], {}],
    ["without a value that has no such field", { node: "x" }, ["status.node.os"], {}],
    [
      "with the rest of a list in an object",
      { node: { os: "x", of: ["a", "b"] } },
      ["status.node.of[1]"],
      { node: { os: "x", of: ["a"] } },
    ],
    [
      "without an object of which a field is refused in addition to an item",
      { node: { os: "x", of: ["a", "b"] } },
      ["status.node.of[1]", "status.node.os"],
      {},
    ],
    [
      "without an object of which another field is refused in addition to an item",
      { node: { os: "x", of: ["a", "b"] } },
      ["status.node.of[1]", "status.node.more"],
      {},
    ],
    ["with the other items of a list", { of: ["a", "b", "c"] }, ["status.of[1]"], { of: ["a", "c"] }],
    ["without a list with too few items", { of: ["a"] }, ["status.of[1]"], {}],
    ["without a list that is refused in addition to its item", { of: ["a", "b"] }, ["status.of[0]", "status.of"], {}],
  ])("is written %s", (_what, more, fields, kept) => {
    expect(left({ phase: "New", ...more }, ...fields)?.rest).toEqual(patch({ phase: "New", ...kept }));
  });
});

describe("a condition", () => {
  const ready = { type: "Ready", status: "False", reason: "Why", message: "text" };
  const written = (item: unknown, ...causes: Causes) =>
    (withoutRefused(patch({ phase: "New", conditions: [item] }), refusal(causes))?.rest?.status as
      object | undefined) ?? {};
  const field = "status.conditions[0]";

  test("keeps its status and reason if its message is refused, and reports which value, and why", () => {
    expect(written(ready, { field: `${field}.message`, reason: "FieldValueTooLong" })).toMatchObject({
      conditions: [{ ...ready, message: expect.stringContaining("(message: FieldValueTooLong)") as string }],
    });
  });

  test("loses its reason only if the reason is refused, and an unknown problem is called invalid", () => {
    const causes: Causes = [{ field: `${field}.reason` }, { field: `${field}.message`, reason: "FieldValueTooLong" }];
    expect(written(ready, ...causes)).toMatchObject({
      conditions: [
        {
          ...ready,
          reason: "RefusedByServer",
          message: expect.stringContaining("(reason: Invalid, message: FieldValueTooLong)") as string,
        },
      ],
    });
  });

  test.each<[string, unknown, string[]]>([
    ["another field is refused", ready, ["type"]],
    ["another field is refused in addition", ready, ["message", "type"]],
    ["a part of the message is refused", { ...ready, message: { text: "x" } }, ["message.text"]],
    ["it has no type", { message: "text" }, ["message"]],
    ["it is not an object", "text", ["message"]],
    ["it is null", null, ["message"]],
  ])("is omitted if %s", (_what, item, fields) => {
    expect(written(item, ...at(...fields.map((name) => `${field}.${name}`)))).toEqual({ phase: "New", conditions: [] });
  });
});
