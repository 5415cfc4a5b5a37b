// The exact lines that a logger writes.
import { CapstanError } from "@capstan/kube";
import { createLogger, LogVerbosity, silentLogger, type LoggerOptions } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { describe, expect, test, vi } from "vitest";
import { jsonOf, plainValue } from "../src/logging/plain-value.ts";
import { stackLines } from "../src/logging/stack-lines.ts";

const time = "2026-01-01T00:00:00.000Z";

class CloudError extends CapstanError {
  readonly code = "ConnectionFailed";
  readonly retry = "backoff";
}

function logger(options: LoggerOptions = {}) {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  return { lines, log: createLogger({ clock: new FakeClock(), write, ...options }) };
}

describe("a line of text", () => {
  test.each<[fields: Record<string, unknown>, text: string]>([
    [{}, ""],
    [{ name: "a-b_c.d/e:f@g" }, " name=a-b_c.d/e:f@g"],
    [{ words: "two words", empty: "", quote: '"' }, ' words="two words" empty="" quote="\\""'],
    [{ count: 3, on: true, none: null, big: 7n }, " count=3 on=true none=null big=7"],
    [{ undef: undefined, list: [1, "a"], object: { a: { b: 1 } } }, ' undef=null list=[1,"a"] object={"a":{"b":1}}'],
    [{ error: new CloudError("no answer") }, ' error="CloudError: no answer"'],
  ])("with %o", (fields, text) => {
    const { lines, log } = logger();
    log.info("It runs", fields);
    expect(lines).toEqual([`${time} INFO  It runs${text}\n`]);
  });

  test("stays one line of printable text, whatever the message contains", () => {
    const hostile = "a\n2026 INFO forged\r\u001b[2J\u009b1A\u2028z";
    for (const format of ["text", "json"] as const) {
      const { lines, log } = logger({ format });
      log.info(`It ${hostile}`, { name: hostile, error: new CloudError(hostile) });
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]+\n$/u);
    }
  });

  test("has its level and the logger's fields; its own fields take precedence", () => {
    const { lines, log } = logger({ level: "debug" });
    const child = log.with({ a: 1, b: 1 }).with({ c: 2 });
    for (const level of ["debug", "info", "warn", "error"] as const) child[level]("x", { b: 3 });
    child.warn("y");
    expect(lines).toEqual([
      `${time} DEBUG x a=1 b=3 c=2\n`,
      `${time} INFO  x a=1 b=3 c=2\n`,
      `${time} WARN  x a=1 b=3 c=2\n`,
      `${time} ERROR x a=1 b=3 c=2\n`,
      `${time} WARN  y a=1 b=1 c=2\n`,
    ]);
  });

  test("reports fields that cannot be read", () => {
    const unreadable = new Error("x");
    Object.defineProperty(unreadable, "message", {
      get: () => {
        throw new Error("gone");
      },
    });
    for (const [format, line] of [
      ["text", `${time} INFO  x unreadableFields="a,b"\n`],
      ["json", `{"time":"${time}","level":"info","message":"x","a":"[cannot be shown: Error]","b":1}\n`],
    ] as const) {
      const { lines, log } = logger({ format });
      log.info("x", { a: unreadable, b: 1 });
      expect(lines).toEqual([line]);
    }
  });
});

test("a line of JSON has all values as JSON", () => {
  const { lines, log } = logger({ format: "json" });
  log.with({ a: 1 }).error("x", { undef: undefined, big: 7n, error: new CloudError("no answer") });
  expect(lines).toEqual([
    `{"time":"${time}","level":"error","message":"x","a":1,"big":"7","error":{"name":"CloudError","message":"no answer","code":"ConnectionFailed"}}\n`,
  ]);
});

describe("a logger", () => {
  const written = (options: LoggerOptions) => {
    const { lines, log } = logger(options);
    for (const level of ["debug", "info", "warn", "error"] as const) log[level](level);
    return lines.map((line) => line.slice(time.length + 1).split(/\s+/)[1]);
  };

  test.each([
    [{}, ["info", "warn", "error"]],
    [{ level: "debug" }, ["debug", "info", "warn", "error"]],
    [{ level: "warn" }, ["warn", "error"]],
    [{ level: "error" }, ["error"]],
  ] satisfies [LoggerOptions, string[]][])("with %j", (options, levels) => {
    expect(written(options)).toEqual(levels);
  });

  test("evaluates its level for each line", () => {
    const verbosity = new LogVerbosity(2);
    const { lines, log } = logger({ level: () => verbosity.level });
    log.debug("one");
    verbosity.value = 4;
    log.debug("two");
    expect(lines).toEqual([`${time} DEBUG two\n`]);
  });

  test.each([
    [10, "debug"],
    [4, "debug"],
    [3, "info"],
    [0, "info"],
    [-1, "warn"],
  ])("maps verbosity %i to %s", (value, level) => {
    expect(new LogVerbosity(value).level).toBe(level);
  });

  test("writes to standard error, with the machine's time, by default", () => {
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    createLogger().info("x");
    const written = write.mock.calls.map(([text]) => String(text));
    write.mockRestore();
    expect(written).toEqual([expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z INFO {2}x\n$/)]);
    expect(Math.abs(Date.parse((written[0] ?? "").slice(0, 24)) - Date.now())).toBeLessThan(60_000);
  });

  test("that is silent writes nothing, whatever fields are added", () => {
    const silent = silentLogger.with({ a: 1 });
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    for (const level of ["debug", "info", "warn", "error"] as const) silent[level]("x");
    expect(write.mock.calls).toEqual([]);
    write.mockRestore();
    expect(silent).toBe(silentLogger);
  });
});

describe("a value in a log", () => {
  test("that is an error shows its message and causes, and its stack only for a bug", () => {
    const bug = Object.assign(new RangeError("inner"), { reason: "Odd" });
    const typed = new CloudError("outer", { cause: bug });
    expect(plainValue(typed)).toStrictEqual({
      name: "CloudError",
      message: "outer",
      code: "ConnectionFailed",
      cause: { name: "RangeError", message: "inner", reason: "Odd", stack: bug.stack },
    });
    expect(plainValue(new CloudError("x", { cause: "text" }))).not.toHaveProperty("cause");
    delete bug.stack;
    expect(plainValue(bug)).toStrictEqual({ name: "RangeError", message: "inner", reason: "Odd" });
  });

  test("lists circular causes once, and at most ten causes of an endless chain", () => {
    const circle = new CloudError("one");
    circle.cause = new CloudError("two", { cause: circle });
    expect(plainValue(circle)).toMatchObject({ message: "one", cause: { message: "two" } });
    expect(jsonOf(circle)).not.toContain('cause":{"name":"CloudError","message":"one');
    let chain = new CloudError("1");
    for (let length = 2; length <= 20; length += 1) chain = new CloudError(String(length), { cause: chain });
    const shown = jsonOf(chain);
    expect(shown.match(/"message"/g)).toHaveLength(10);
    expect(shown).toContain('"message":"11"');
    expect(shown).not.toContain('"message":"10"');
  });

  test.each<[value: unknown, json: string]>([
    [undefined, "null"],
    [() => 1, "null"],
    [{ a: 1n, b: [undefined], c: undefined }, '{"a":"1","b":[null]}'],
    ["text", '"text"'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [{ error: new CloudError("x") }, '{"error":{"name":"CloudError","message":"x","code":"ConnectionFailed"}}'],
  ])("%o is %s", (value, json) => {
    expect(jsonOf(value)).toBe(json);
  });

  test("that contains itself is marked there, and a value used twice is shown twice", () => {
    const shared = { x: 1 };
    const value: Record<string, unknown> = { first: shared, second: [shared, { third: shared }] };
    value.self = { deep: [value] };
    expect(jsonOf(value)).toBe(
      '{"first":{"x":1},"second":[{"x":1},{"third":{"x":1}}],"self":{"deep":["[contains itself]"]}}',
    );
    const error = Object.assign(new CloudError("x"), { cause: undefined });
    expect(jsonOf([error, error])).toBe(`[${jsonOf(error)},${jsonOf(error)}]`);
  });

  test("that throws when it is read is reported", () => {
    const thrower = (thrown: unknown) => ({
      get a(): unknown {
        throw thrown;
      },
    });
    expect(jsonOf(thrower(new RangeError("secret")))).toBe('"[cannot be shown: RangeError]"');
    expect(jsonOf(thrower("secret"))).toBe('"[cannot be shown: string]"');
  });
});

describe("the stack frames of a bug", () => {
  const withStack = (frames: readonly string[], message = "what") =>
    Object.assign(new Error(message), { stack: [`Error: ${message}`, ...frames].join("\n") });

  test("are at most ten, one per line, without frames of Node and lines that are not frames", () => {
    const frames = Array.from({ length: 12 }, (_, index) => `    at f${index} (a.ts:${index}:1)`);
    const shown = stackLines(withStack(["  not one", "    at node:internal/x", "at none", ...frames]));
    expect(shown).toBe(
      frames
        .slice(0, 10)
        .map((frame) => `\n${frame}`)
        .join(""),
    );
  });

  test("have no control characters", () => {
    expect(stackLines(withStack(["    at \u001b[2J (a.ts)"]))).toBe("\n    at \ufffd[2J (a.ts)");
  });

  test.each([
    ["nothing", undefined],
    ["what is not an error", { stack: "    at a (b)", message: "" }],
    ["a typed error", new CloudError("x")],
    ["an error without a stack", Object.assign(new Error("x"), { stack: undefined })],
  ])("are omitted for %s", (_what, error) => {
    expect(stackLines(error)).toBe("");
  });

  test("of a typed error are the frames of its cause", () => {
    const bug = withStack(["    at f (a.ts:1:1)"]);
    const cause = new CloudError("two", { cause: bug });
    expect(stackLines(new CloudError("one", { cause }))).toBe("\n    at f (a.ts:1:1)");
  });
});
