import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { blocksOfExamples, blocksOfPages, type CodeBlock, moduleOf, root } from "./blocks/code-block.ts";
import { howToRun } from "./blocks/how-to-run.ts";
import { runProgram } from "./blocks/run-program.ts";

/** A folder in the repository, so that the blocks find the packages; not committed. */
const folder = path.join(root, "test/docs/blocks/running");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const blocks = [...blocksOfPages(), ...blocksOfExamples()];
const { tests = [], program = [], module = [], "not run": left = [] } = Object.groupBy(blocks, howToRun);

function fileOf(block: CodeBlock): string {
  const file = path.join(folder, `${block.place.replaceAll(/[^\w.-]/g, "-")}.ts`);
  writeFileSync(file, moduleOf(block));
  return file;
}

describe.each(tests)("the tests of $place", async (block) => {
  await import(/* @vite-ignore */ fileOf(block));
});

describe("a block that is", () => {
  beforeEach(() => {
    for (const method of ["log", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each(module)("a module runs: $place", async (block) => {
    await expect(import(/* @vite-ignore */ fileOf(block))).resolves.toBeDefined();
  });

  test.each(program)("a program watches the API server until it is stopped: $place", async (block) => {
    const { end, output } = await runProgram(fileOf(block));
    // A program without signal handlers is ended by the signal.
    expect([0, "SIGTERM"], output).toContain(end);
  });
});

test("blocks of each kind ran, and the others have a reason", () => {
  const counts = { tests: tests.length, programs: program.length, modules: module.length, notRun: left.length };
  process.stdout.write(`blocks of code: ${JSON.stringify(counts)}\n`);
  for (const { place, noRun = "" } of left) process.stdout.write(`not run: ${place}: ${noRun}\n`);
  for (const [kind, count] of Object.entries(counts)) if (kind !== "notRun") expect(count, kind).toBeGreaterThan(0);
  expect(left.filter(({ noRun = "" }) => noRun.length < 10)).toEqual([]);
});

describe("a block", () => {
  const block = (code: string, given = ""): CodeBlock => {
    return { file: "a.md", line: 1, place: "a.md:1", given, code, noRun: undefined };
  };

  test("whose prerequisites are only declared cannot run", () => {
    expect(() => howToRun(block("cloud.ping();\n", "declare const cloud: { ping(): void };"))).toThrow(
      "a.md:1 takes for granted",
    );
  });

  test.each([
    ["has tests", 'test("a", () => {});', "tests"],
    ["runs a provider", 'await runProvider({ name: "a", reconcilers: [] });', "program"],
    ["is anything else", "export const a = 1;", "module"],
  ])("that %s runs as such", (_what, code, expected) => {
    expect(howToRun(block(code))).toBe(expected);
  });
});
