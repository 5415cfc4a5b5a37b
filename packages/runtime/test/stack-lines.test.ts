import { CapstanError } from "@capstan/kube";
import { createLogger, type LogFormat } from "@capstan/runtime";
import { describe, expect, test } from "vitest";

class CloudError extends CapstanError {
  readonly code = "ConnectionFailed";
  readonly retry = "backoff";
}

/** A programming error of an author. */
function bug(): Error {
  const server = JSON.parse("{}") as { readonly address: string };
  try {
    return new Error(server.address.trim());
  } catch (error) {
    return error as Error;
  }
}

function logged(log: "error" | "warn", error: Error, format: LogFormat = "text"): string[] {
  let text = "";
  const write = (line: string) => (text += line);
  createLogger({ format, write })[log]("Reconcile failed; retrying", { error, retryInMs: 5 });
  return text.trimEnd().split("\n");
}

describe("a text log", () => {
  test("has the stack of a bug below the error line, from where it was thrown, without Node's own frames", () => {
    const [line, first, ...others] = logged("error", bug());
    expect(line).toMatch(/ERROR Reconcile failed; retrying error=".*TypeError: .*undefined.*" retryInMs=5$/);
    expect(first).toMatch(/^ {4}at bug \(.*stack-lines\.test\.ts:\d+:\d+\)$/);
    expect(others.length).toBeLessThan(10);
    for (const other of others) expect(other).toMatch(/^ {4}at (?!.*node:)/);
  });

  test("has the stack of a bug that is the cause of a typed error", () => {
    const lines = logged("error", new CloudError("The cloud could not be asked", { cause: bug() }));
    expect(lines[1]).toContain("at bug (");
  });

  test("has no stack for a typed error, whose message suffices, nor at lower levels", () => {
    expect(logged("error", new CloudError("There is no quota left"))).toHaveLength(1);
    expect(logged("warn", bug())).toHaveLength(1);
  });

  test("has no line of a message that looks like a frame, because a remote server may have written it", () => {
    const lines = logged("error", new Error("refused\n    at forged (secret.ts:1:1)\n    at \u001b[2J"));
    expect(lines.length).toBeGreaterThan(1);
    const frames = lines.slice(1).join("\n");
    expect(frames).not.toContain("forged");
    expect(frames).not.toContain("\u001b");
  });

  test("has no frames if the stack does not contain the message, because the end of the message is then unknown", () => {
    const changed = new Error("first\n    at forged");
    expect(changed.stack).toContain("first");
    changed.message = "second";
    expect(logged("error", changed)).toHaveLength(1);
  });

  test("of circular causes ends", () => {
    const error = new CloudError("one");
    error.cause = new CloudError("other", { cause: error });
    expect(logged("error", error)).toEqual([expect.stringContaining('error="CloudError: one"')]);
  });

  test("has the frames of a bug without a message", () => {
    expect(logged("error", new Error("")).slice(1).join()).toMatch(/^ {4}at .*stack-lines\.test\.ts/);
  });
});

test("a log in JSON has one line per entry, with the stack as a field", () => {
  const lines = logged("error", bug(), "json");
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    error: { stack: expect.stringContaining("at bug (") as unknown },
  });
});
