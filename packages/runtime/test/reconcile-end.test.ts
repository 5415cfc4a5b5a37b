import { ApiError, createLogger, createRequest, Result, TerminalError, TimedOutError } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { succeeded, threw } from "../src/controller/reconcile-end.ts";

const request = createRequest("a");

/** The calls to a queue, and the log. */
function scene() {
  const asked: unknown[] = [];
  const lines: string[] = [];
  const queue = {
    forget: () => void asked.push("forget"),
    add: (_request: unknown, options?: { readonly afterMs?: number }) => void asked.push(options?.afterMs),
    addRateLimited: () => {
      asked.push("retry");
      return 40;
    },
    failures: () => 3,
  };
  const logger = createLogger({ level: "debug", format: "json", write: (line) => void lines.push(line) });
  return { queue, asked, logger, logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe("a reconcile that succeeds", () => {
  test.each([
    [Result.awaitChange(), "success", ["forget"]],
    [Result.requeueAfter(500), "requeue_after", ["forget", 500]],
  ])("clears its failures, and requeues after the returned delay", (result, outcome, expected) => {
    const { queue, asked } = scene();
    expect(succeeded(queue, request, result)).toBe(outcome);
    expect(asked).toEqual(expected);
  });

  test("never runs again in the same turn", () => {
    const { queue, asked } = scene();
    expect(succeeded(queue, request, { requeueAfterMs: 0 })).toBe("requeue_after");
    expect(asked).toEqual(["forget", 1]);
  });
});

describe("a reconcile that throws", () => {
  test("with an error that a retry cannot fix is not retried", () => {
    const { queue, asked, logger, logged } = scene();
    const error = new TerminalError("wrong");
    expect(threw(queue, request, logger, { error, heldMs: 0 })).toEqual({ outcome: "terminal_error", error });
    expect(asked).toEqual(["forget"]);
    expect(logged()).toMatchObject([{ level: "error", message: "Reconcile failed; retrying when an object changes" }]);
  });

  test.each([
    ["anything else is retried, and is an error", "thrown", "error"],
    ["a bug is retried, and is an error", new TypeError("x is undefined"), "error"],
    ["a typed error is retried, and is a warning", new TimedOutError("late"), "warn"],
    [
      "a conflict is retried, and is ordinary",
      new ApiError("changed", { status: 409, reason: "Conflict" }),
      "debug",
      "Reconcile ended with a conflict; retrying",
    ],
  ])("%s", (_what, error, level, message = "Reconcile failed; retrying") => {
    const { queue, asked, logger, logged } = scene();
    expect(threw(queue, request, logger, { error, heldMs: 0 })).toEqual({ outcome: "error", error });
    expect(asked).toEqual(["retry"]);
    expect(logged()).toMatchObject([{ level, message, retryInMs: 40, failures: 3 }]);
  });
});
