import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripTypeScriptTypes } from "node:module";
import vm from "node:vm";
import { describe, expect, test } from "vitest";
import { handMade } from "./hand-made/hand-made.ts";
import { mutated, StaleMutantError } from "./hand-made/hand-made-mutant.ts";
import { changedLines, readDiff } from "./modules/changed-lines.ts";
import { decisionModules, mutatedPackages, sourceFile } from "./modules/decision-modules.ts";
import { notMutated } from "./modules/not-mutated.ts";
import { selectedModules, UnknownModuleError } from "./modules/selected-modules.ts";
import { findMutants } from "./mutants/find-mutants.ts";
import { instrument } from "./mutants/instrument.ts";
import { readOptions } from "./options.ts";
import { readRecord, withRun } from "./record/record.ts";
import { scoreTable } from "./record/score.ts";
import { EndlessMutantError, Switches, switchesKey } from "./trials/switches.ts";
import { allTests, type Reach, type Tier, tiers, timeoutOf, trialsOf } from "./trials/tiers.ts";
import { tryMutants } from "./trials/try-mutants.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** All decision modules with their mutants. */
const modules = mutatedPackages.flatMap(decisionModules).map((name) => {
  const file = sourceFile(name);
  return { name, file, mutants: findMutants(file) };
});

/** The mutants of a source, as `change: text`. */
const mutantsIn = (source: string): string[] =>
  findMutants(sourceFile("sample.ts", source)).map(({ change, text }) => `${change}: ${text}`);

describe("the mutants of a function", () => {
  test.each<[code: string, mutants: string[]]>([
    ["if (a) b();", ["condition → true: a", "condition → false: a", "statement left out: b();"]],
    ["return a < 1;", ["condition → true: a < 1", "condition → false: a < 1", "< → <=: a < 1"]],
    ["return a && b;", ["condition → true: a", "condition → false: a", "condition → true: b"]],
    ["return a || !b;", ["condition → true: a", "condition → false: a", "condition → true: b", "condition → false: b"]],
    ["return a ?? b;", ["?? → left: a ?? b", "?? → right: a ?? b"]],
    ["return a?.b.c;", ["?. → .: a?.b.c"]],
    ["return a + 1;", ["+ → -: a + 1"]],
    ['return a + "x";', ['string → "": "x"']],
    ["return [a];", ["array → []: [a]"]],
    ["return true;", ["true → false: true"]],
    ["return b();", ["returned → undefined: b()"]],
    ["const c = a.filter(b);", [".filter() left out: a.filter(b)"]],
    ["const c = a.some(b);", [".some() → .every(): a.some(b)"]],
    ["a = b;", ["statement left out: a = b;"]],
    ['const c = "two words";', []],
    ["const c = 1 as unknown as Record<string, boolean>;", []],
  ])("%s", (code, mutants) => {
    expect(mutantsIn(`function f(a, b) { ${code} }`)).toEqual(mutants);
  });

  test("code that is evaluated at module load has none", () => {
    expect(mutantsIn('const table = ["a"]; const isOn = a === b; class A { static x = true; }')).toEqual([]);
  });

  test("have ids that are independent of the position in the file, and unique for equal code", () => {
    const code = "function f(a) { return a === 1 || a === 1; }";
    const ids = (source: string) => findMutants(sourceFile("sample.ts", source)).map(({ id }) => id);
    expect(ids(`const other = 1;\n\n${code}`)).toEqual(ids(code));
    expect(ids(code)).toEqual([
      "sample.ts | f | condition → true | a === 1",
      "sample.ts | f | condition → false | a === 1",
      "sample.ts | f | condition → false | a === 1 #2",
    ]);
  });
});

describe("a module instrumented with its mutants", () => {
  /** Runs `f` of the source with each mutant, by name; `none` is without a mutant. */
  function results(source: string, ...args: unknown[]): Record<string, unknown> {
    const file = sourceFile("sample.ts", source);
    const mutants = findMutants(file);
    const code = stripTypeScriptTypes(instrument(file, mutants, (mutant) => mutants.indexOf(mutant)));
    const run = (mutant: number): unknown => {
      const switches = new Switches();
      switches.switchOn(mutant, Infinity);
      const context = vm.createContext({ [switchesKey]: switches } as vm.Context);
      const result: unknown = vm.runInContext(`${code.replace("export ", "")}; f(...${JSON.stringify(args)})`, context);
      return result;
    };
    const named = mutants.map(({ change, text }, index): [string, unknown] => [`${change}: ${text}`, run(index)]);
    return { none: run(-1), ...Object.fromEntries(named) };
  }

  test("behaves like the original, and like a mutant when that is switched on", () => {
    const source = `export function f(a: number, list: readonly string[]): string {
      let out = "none";
      if (a > 1 && list.some((each) => each === "x")) out = list.filter((each) => each !== "x").join("");
      return out as string;
    }`;
    expect(results(source, 2, ["x", "y"])).toMatchObject({
      none: "y",
      "condition → false: a > 1": "none",
      '.some() → .every(): list.some((each) => each === "x")': "none",
      '.filter() left out: list.filter((each) => each !== "x")': "xy",
      'statement left out: out = list.filter((each) => each !== "x").join("");': "none",
    });
    expect(results(source, 1, ["x"])).toMatchObject({
      none: "none",
      "> → >=: a > 1": "",
      "condition → true: a > 1": "",
    });
  });

  test("keeps its own names, whatever they are", () => {
    const source = "export function f(isOn: number): number { const isMutant = isOn > 1; return isMutant ? 2 : 3; }";
    expect(results(source, 2)).toMatchObject({ none: 2, "condition → false: isMutant": 3 });
  });

  test("keeps an else attached to its if", () => {
    const source =
      "export function f(a: number): number { let out = 0; if (a > 1) out = 1; else out = 2; return out; }";
    expect(results(source, 2)).toMatchObject({ none: 1, "statement left out: out = 1;": 0 });
    expect(results(source, 1)).toMatchObject({ none: 2, "statement left out: out = 2;": 0 });
  });

  test("keeps an optional chain intact", () => {
    const source = "export function f(a?: { b: { c: number } }) { return a?.b.c ?? 7; }";
    expect(results(source, { b: { c: 1 } })).toMatchObject({ none: 1, "?? → right: a?.b.c ?? 7": 7 });
    expect(() => results(source, null)).toThrow(/reading 'b'/);
  });

  /** The reached mutants when `f` of the source runs, as `change: text`. */
  function reached(source: string, ...args: unknown[]): string[] {
    const file = sourceFile("sample.ts", source);
    const mutants = findMutants(file);
    const code = stripTypeScriptTypes(instrument(file, mutants, (mutant) => mutants.indexOf(mutant)));
    const switches = new Switches();
    const context = vm.createContext({ [switchesKey]: switches } as vm.Context);
    vm.runInContext(`${code.replace("export ", "")}; f(...${JSON.stringify(args)})`, context);
    return [...switches.asked].map((number) => `${mutants[number]?.change ?? ""}: ${mutants[number]?.text ?? ""}`);
  }

  test("reaches only the mutants that make a difference for the actual value", () => {
    const branch = "export function f(a: number): number { return a > 1 ? 2 : 3; }";
    expect(reached(branch, 2)).toEqual(["> → >=: a > 1", "condition → false: a > 1"]);
    expect(reached(branch, 1)).toEqual(["> → >=: a > 1", "condition → true: a > 1"]);
    const both = "export function f(a: boolean | string, b: boolean): unknown { return a && b; }";
    expect(reached(both, true, true)).toEqual(["condition → false: a"]);
    expect(reached(both, true, false)).toEqual(["condition → false: a", "condition → true: b"]);
    expect(reached(both, false, true)).toEqual(["condition → true: a"]);
    // A truthy value is not the same as true.
    expect(reached(both, "x", true)).toEqual(["condition → true: a", "condition → false: a"]);
    const fallback = "export function f(a: number | null, b: number): number { return a ?? b; }";
    expect(reached(fallback, null, 1)).toEqual(["?? → left: a ?? b"]);
    expect(reached(fallback, 1, 1)).toEqual(["?? → right: a ?? b"]);
    const chain = "export function f(a: { b?: number } | null): number | undefined { return a?.b; }";
    expect(reached(chain, null)).toEqual(["?. → .: a?.b"]);
    expect(reached(chain, { b: 1 })).toEqual([]);
  });

  test("every instrumented decision module can be parsed, and its mutants have unique ids", () => {
    expect(modules).not.toEqual([]);
    for (const { name, file, mutants } of modules) {
      expect(
        () =>
          stripTypeScriptTypes(
            instrument(file, mutants, () => 0),
            { mode: "strip" },
          ),
        name,
      ).not.toThrow();
      expect(new Set(mutants.map(({ id }) => id)).size, name).toBe(mutants.length);
    }
  });
});

describe("decision modules", () => {
  test("neither wait nor do I/O, and contain decisions", () => {
    const core = decisionModules("core-controllers");
    expect(core).toContain("packages/core-controllers/src/controllers/machine-deployment/rolling-update.ts");
    expect(core).not.toContain("packages/core-controllers/src/controllers/machine/machine-deletion.ts");
    expect(decisionModules("contract").filter((file) => file.endsWith(".generated.ts"))).toEqual([]);
    expect(Object.keys(notMutated).filter((file) => modules.some(({ name }) => name === file))).toEqual([]);
  });

  test("are selected by package, folder or file; unknown names are rejected", () => {
    expect(selectedModules(["phases"])).toEqual(decisionModules("phases"));
    expect(selectedModules(["packages/phases/src/facts/"])).toEqual(["packages/phases/src/facts/requirement.ts"]);
    expect(() => selectedModules(["nothing"])).toThrow(UnknownModuleError);
  });

  test("changes since a commit include files of packages at any depth, and no other files", async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-changed-"));
    const git = (...args: string[]) => execFileSync("git", ["-C", folder.path, ...args]);
    const write = (file: string, text: string): void => {
      mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true });
      writeFileSync(path.join(folder.path, file), text);
    };
    const files = ["packages/a/src/deep/x.ts", "packages/a/test/x.test.ts", "docs/x.ts"];
    for (const file of files) write(file, "one\ntwo\n");
    git("init", "--quiet");
    git("add", ".");
    git("-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", "first");
    for (const file of files) write(file, "one\nother\n");
    expect(changedLines("HEAD", folder.path)).toEqual(new Map(files.slice(0, 2).map((file) => [file, new Set([2])])));
  });

  test("a diff contains the numbers of their changed lines", () => {
    const diff = "--- a/x.ts\n+++ b/x.ts\n@@ -1,0 +2,2 @@\n+a\n+b\n@@ -9 +12 @@\n-c\n+d\n@@ -20,3 +21,0 @@\n-e";
    expect(readDiff(diff)).toEqual(new Map([["x.ts", new Set([2, 3, 12])]]));
  });
});

describe("trials", () => {
  const reach = (name: string, ms: number, mutants: number[]): Reach => ({
    type: "reached",
    test: name,
    ms,
    calls: 10,
    mutants,
  });
  const tier: Tier = { name: "fast", testMs: 10, tests: 2 };
  const tests = [reach("slow", 11, [1]), reach("b", 5, [1, 2]), reach("a", 4, [1]), reach("c", 6, [1, 2, 3])];

  test("begin with the most specific test, and use at most the tier's number of tests", () => {
    const trials = trialsOf(
      tier,
      tests,
      () => true,
      () => false,
    );
    expect(Object.entries(trials).map(([name, { mutants }]) => [name, mutants])).toEqual([
      ["a", [1]],
      ["b", [1, 2]],
      ["c", [2, 3]],
    ]);
  });

  test("omit killed mutants, and do not repeat tried tests", () => {
    const isLeft = (mutant: number) => mutant === 1;
    expect(Object.keys(trialsOf(tier, tests, isLeft, () => false))).toEqual(["a", "b"]);
    expect(Object.keys(trialsOf(tier, tests, isLeft, (name) => name === "a"))).toEqual(["b"]);
  });

  test("have a timeout far above the duration of a test without a mutant, for busy machines", () => {
    for (const each of [...tiers, ...allTests]) expect(timeoutOf(each)).toBeGreaterThanOrEqual(10 * each.testMs);
    expect(timeoutOf(tier)).toBe(5_000);
  });

  test("end an endless mutant", () => {
    const switches = new Switches();
    switches.isMutant(3);
    expect([...switches.asked]).toEqual([3]);
    switches.switchOn(3, 2);
    expect([switches.isMutant(3), switches.isMutant(4)]).toEqual([true, false]);
    expect(() => switches.isMutant(3)).toThrow(EndlessMutantError);
    switches.switchOff();
    expect(switches.isMutant(3)).toBe(false);
  });

  test("report the test that killed a mutant", async () => {
    const module = "packages/phases/src/facts/requirement.ts";
    const tried = await tryMutants({
      modules: [module],
      tests: ["packages/phases/test/explanation.test.ts"],
      isWanted: ({ change }) => !change.startsWith("returned"),
      signal: new AbortController().signal,
      report: () => undefined,
    });
    const killed = tried.filter(({ outcome }) => outcome.kind === "killed");
    expect(tried.length).toBeGreaterThan(3);
    expect(killed.length).toBeGreaterThan(1);
    expect(killed[0]?.outcome).toMatchObject({
      by: expect.stringMatching(/^packages\/phases\/test\/explanation/) as string,
    });
  });
});

describe("the record", () => {
  const now = new Set(modules.flatMap(({ mutants }) => mutants.map(({ id }) => id)));
  const record = readRecord();

  test("has only existing survivors; otherwise run: npm run measure -- mutants --update and the changed modules", () => {
    expect(Object.keys(record.survivors)).not.toEqual([]);
    expect(Object.keys(record.survivors).filter((id) => !now.has(id))).toEqual([]);
  });

  test("has only decision modules", () => {
    expect(Object.keys(record.tests).filter((file) => !modules.some(({ name }) => name === file))).toEqual([]);
  });

  test("has a reason for each survivor; otherwise write the test, or the reason", () => {
    expect(Object.entries(record.survivors).filter(([, reason]) => reason === "")).toEqual([]);
  });

  test("of a run keeps reasons, and the results of modules that were not tried", () => {
    const [first, second] = modules.filter(({ mutants }) => mutants.length > 1);
    const [one, other] = first?.mutants ?? [];
    const [untried] = second?.mutants ?? [];
    if (
      first === undefined ||
      second === undefined ||
      one === undefined ||
      other === undefined ||
      untried === undefined
    )
      throw new Error("no two modules have mutants");
    const before = {
      survivors: { [one.id]: "it is equal", [untried.id]: "it is slower" },
      tests: { [second.name]: ["b.test.ts"], "packages/phases/src/deleted.ts": [] },
    };
    const survived = { kind: "survived", tests: 1 } as const;
    const tried = [
      { mutant: one, outcome: survived },
      { mutant: other, outcome: survived },
    ];
    const after = withRun(before, [first.name], tried);
    expect(after.survivors).toEqual({ ...before.survivors, [other.id]: "" });
    expect(after.tests).toEqual({ [second.name]: ["b.test.ts"], [first.name]: [] });

    const killed = { kind: "killed", by: "packages/phases/test/a.test.ts > a" } as const;
    const noticed = withRun(after, [first.name], [{ mutant: one, outcome: killed }]);
    expect(noticed.survivors).toEqual({ [untried.id]: "it is slower" });
    expect(noticed.tests[first.name]).toEqual(["packages/phases/test/a.test.ts"]);
  });

  test("shows the score of each package", () => {
    const table = scoreTable(record);
    for (const of of mutatedPackages) expect(table).toMatch(new RegExp(`^${of} +\\d+ of \\d+ .* %`, "m"));
  });

  test("handwritten mutants still fit the sources, and name existing tests", () => {
    for (const mutant of handMade) {
      expect(mutated(mutant, readFileSync(path.join(root, mutant.file), "utf8"))).toContain(mutant.replace);
      for (const each of mutant.tests) expect(readFileSync(path.join(root, each), "utf8")).toContain("test");
    }
    const [first] = handMade;
    if (first === undefined) throw new Error("no mutant is made by hand");
    expect(() => mutated(first, "something else")).toThrow(StaleMutantError);
  });
});

describe("the command line", () => {
  test("accepts packages and files, a commit, and a limit in seconds", () => {
    expect(readOptions(["phases", "--since", "HEAD~2", "--limit", "60"])).toMatchObject({
      only: ["phases"],
      isChanged: true,
      since: "HEAD~2",
      limitMs: 60_000,
    });
  });

  test.each([
    [["--limit", "soon"], "It must be a whole number, 1 or more."],
    [["--limit", "0"], "It must be a whole number, 1 or more."],
    [["--changed", "--update"], "omit --changed"],
  ])("rejects %j", (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
