// The errors for responses with which an API server refuses a request.
import { describe, expect, test } from "vitest";
import {
  ApiError,
  isAlreadyExists,
  isApiError,
  isConflict,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  refOf,
} from "@capstan/runtime";
import { readLimitedJson, refusedResponse, withinLimit } from "../src/client/response-limits.ts";
import { errorFromResponse, errorFromStatus } from "../src/client/status-error.ts";
import { reasonFor } from "../src/errors/api-error.ts";
import { describeRef, refOfKey } from "../src/errors/object-ref.ts";

const machine = { apiVersion: "v1", kind: "Machine", namespace: "team", name: "m" };
const secret = { apiVersion: "v1", kind: "Secret", namespace: "team", name: "s" };
const status = { kind: "Status", status: "Failure", message: "it is so", reason: "Invalid", code: 422 };

/** All public content of an error. */
function said(error: ApiError): object {
  const { message, status: code, reason, details, object } = error;
  return { message, code, reason, details, object };
}

describe("an error response", () => {
  test("with a Status has its content", () => {
    const details = { name: "m", causes: [{ field: "spec.size", message: "no" }] };
    expect(said(errorFromResponse(500, JSON.stringify({ ...status, details }), machine))).toEqual({
      message: "it is so",
      code: 422,
      reason: "Invalid",
      details,
      object: machine,
    });
  });

  test("with an empty Status has the HTTP status", () => {
    expect(said(errorFromResponse(409, '{"kind":"Status"}'))).toEqual({
      message: "The API server sent no reason",
      code: 409,
      reason: "Conflict",
      details: undefined,
      object: undefined,
    });
    expect(errorFromStatus({ reason: "" }, 404).reason).toBe("NotFound");
    expect(errorFromStatus({ reason: "Odd" }, 404).reason).toBe("Odd");
  });

  test.each(["<html>", "404 page not found", '"Status"', "null", '{"kind":"Other","message":"x"}', "7", "{}"])(
    "whose body is %s has the HTTP status",
    (body) => {
      const nothing = { details: undefined, code: 404, reason: "NotFound" };
      expect(said(errorFromResponse(404, body, machine))).toEqual({
        ...nothing,
        message: "The server answered 404 NotFound for Machine team/m",
        object: machine,
      });
      expect(said(errorFromResponse(404, body))).toEqual({
        ...nothing,
        message: "The server answered 404 NotFound",
        object: undefined,
      });
    },
  );

  test.each<[header: string | undefined, details: object | undefined, expected: object | undefined]>([
    ["7", undefined, { retryAfterSeconds: 7 }],
    ["7", { name: "m" }, { name: "m", retryAfterSeconds: 7 }],
    ["7", { retryAfterSeconds: 3 }, { retryAfterSeconds: 3 }],
    ["Wed, 21 Oct 2026 07:28:00 GMT", undefined, undefined],
    [undefined, { name: "m" }, { name: "m" }],
    [undefined, undefined, undefined],
  ])("with Retry-After: %s and details %j", (retryAfter, details, expected) => {
    const body = JSON.stringify({ ...status, details });
    expect(errorFromResponse(429, body, machine, { retryAfter }).details).toEqual(expected);
    if (details === undefined) expect(errorFromResponse(429, "", machine, { retryAfter }).details).toEqual(expected);
  });

  test("about a Secret quotes only the field paths", () => {
    const causes = [
      { field: "data.key", message: "hunter2" },
      { message: "hunter2" },
      { field: "" },
      { field: "type" },
    ];
    const quoted = { ...status, message: "hunter2 is not valid", details: { name: "hunter2", causes } };
    expect(said(errorFromResponse(422, JSON.stringify(quoted), secret))).toEqual({
      message: "Secret team/s: Invalid (data.key, type)",
      code: 422,
      reason: "Invalid",
      details: undefined,
      object: secret,
    });
    expect(errorFromStatus({ message: "hunter2" }, 409, secret).message).toBe("Secret team/s: rejected");
    expect(errorFromStatus({ reason: "Conflict", details: {} }, 409, secret).message).toBe("Secret team/s: Conflict");
  });

  test("is truncated to the reporting limit", () => {
    const long = JSON.stringify({ ...status, message: "abcdef" });
    expect(errorFromResponse(422, long, machine, { messageCharacters: 3 }).message).toBe("abc…");
    expect(errorFromStatus({ message: "abcdef" }, 422, machine, 3).message).toBe("abc…");
  });

  test.each([
    ["abc", undefined, "abc"],
    ["a\nb", undefined, "a\nb"],
    ["abc", 3, "abc"],
    ["abcd", 3, "abc…"],
    ["a\u001b\r\nb\u009fc", 10, "a b c"],
  ])("%j within %s characters is %j", (message, characters, expected) => {
    expect(withinLimit(message, characters)).toBe(expected);
  });
});

test.each([
  [400, "BadRequest"],
  [401, "Unauthorized"],
  [409, "Conflict"],
  [410, "Expired"],
  [504, "Timeout"],
  [418, "Unknown"],
])("HTTP status %i without a reason is %s", (code, reason) => {
  expect(reasonFor(code)).toBe(reason);
});

describe("errors are classified", () => {
  const error = (reason: string, code: number) => new ApiError("x", { status: code, reason });
  const tests = { isAlreadyExists, isConflict, isExpired, isForbidden, isInvalid, isNotFound };
  test.each<[reason: string, code: number, is: (keyof typeof tests)[]]>([
    ["NotFound", 404, ["isNotFound"]],
    ["NotFound", 0, ["isNotFound"]],
    ["Other", 404, ["isNotFound"]],
    ["AlreadyExists", 409, ["isAlreadyExists"]],
    ["Conflict", 409, ["isConflict"]],
    ["Invalid", 422, ["isInvalid"]],
    ["Expired", 410, ["isExpired"]],
    ["Expired", 0, ["isExpired"]],
    ["Gone", 0, ["isExpired"]],
    ["Other", 410, ["isExpired"]],
    ["Forbidden", 403, ["isForbidden"]],
    ["Other", 403, []],
  ])("%s with status %i", (reason, code, is) => {
    const named = Object.entries(tests).filter(([, test]) => test(error(reason, code)));
    expect(named.map(([name]) => name)).toEqual(is);
    expect(isApiError(error(reason, code))).toBe(true);
  });

  test("among other thrown values", () => {
    for (const other of [undefined, "NotFound", new Error("NotFound"), { reason: "NotFound", status: 404 }]) {
      expect(Object.values(tests).some((test) => test(other))).toBe(false);
      expect(isApiError(other)).toBe(false);
    }
  });

  test("an error has details only if they exist", () => {
    expect(error("Conflict", 409).details).toBeUndefined();
    expect(new ApiError("x", { status: 409, reason: "Conflict", details: { name: "m" } }).details).toEqual({
      name: "m",
    });
  });
});

describe("the reference of an object", () => {
  test("has the fields of the object", () => {
    const object = { apiVersion: "v1", kind: "Node", metadata: { name: "n" } };
    expect(refOf(object)).toStrictEqual({ apiVersion: "v1", kind: "Node", name: "n" });
    expect(refOf({ ...object, metadata: { namespace: "a", name: "n", uid: "1", labels: {} } })).toStrictEqual({
      apiVersion: "v1",
      kind: "Node",
      namespace: "a",
      name: "n",
      uid: "1",
    });
    expect(refOf({ ...object, metadata: {} })).toStrictEqual({ apiVersion: "v1", kind: "Node" });
  });

  test("has the fields of a key", () => {
    const kind = { group: "a.io", version: "v1", kind: "X", plural: "xs", namespaced: true } as Parameters<
      typeof refOfKey
    >[0];
    expect(refOfKey(kind, {})).toStrictEqual({ apiVersion: "a.io/v1", kind: "X" });
    expect(refOfKey(kind, { namespace: "a", name: "n" })).toStrictEqual({
      apiVersion: "a.io/v1",
      kind: "X",
      namespace: "a",
      name: "n",
    });
  });

  test.each([
    [{ namespace: "a", name: "n" }, "X a/n"],
    [{ name: "n" }, "X n"],
    [{ namespace: "a" }, "X a"],
    [{}, "X"],
  ])("%j is described as %s", (key, text) => {
    expect(describeRef({ apiVersion: "v1", kind: "X", ...key })).toBe(text);
  });
});

describe("a refused response", () => {
  test.each<[text: string, values: number, reason: string]>([
    ["{", 10, "is not JSON"],
    ["[1,2,3]", 2, "has more than 2 values"],
    [`${"[".repeat(1_001)}${"]".repeat(1_001)}`, 1e6, "nested"],
  ])("%#", (text, values, reason) => {
    expect(() => readLimitedJson(text, values)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(reason) as string }) as Error,
    );
    expect(() => readLimitedJson(text, values)).toThrow(/^The server's response is rejected: it (?!it )/);
  });

  test("is accepted up to the limit", () => {
    expect(readLimitedJson("[1,2,3]", 4)).toEqual([1, 2, 3]);
  });

  test("names its cause, if there is one", () => {
    const cause = new Error("x");
    expect(refusedResponse("is odd", cause)).toMatchObject({
      message: "The server's response is rejected: it is odd",
      cause,
    });
    expect("cause" in refusedResponse("is odd")).toBe(false);
  });
});
