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
import { equivalentIds } from "./record/equivalent.ts";
import { readRecord, survivorsOf, withoutKilled } from "./record/record.ts";
import { mutationPage } from "./record/mutation-page.ts";
import { EndlessMutantError, Switches, switchesKey } from "./trials/switches.ts";
import { allTests, type Reach, type Tier, tiers, timeoutOf, trialsOf } from "./trials/tiers.ts";
import { tryMutants } from "./trials/try-mutants.ts";

const root = path.resolve(import.meta.dirname, "../..");
/** All modules that decide, with their mutants. */
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

  test("what is evaluated when the module is loaded has none", () => {
    expect(mutantsIn('const table = ["a"]; const isOn = a === b; class A { static x = true; }')).toEqual([]);
  });

  test("are called the same wherever the function is in its file, and twice the same text is told apart", () => {
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

describe("a module with its mutants", () => {
  /** Runs `f` of the source with each mutant, by name; `none` is without one. */
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

  test("does what it did, and with a mutant what that one says", () => {
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

  test("has names of its own, whatever they are", () => {
    const source = "export function f(isOn: number): number { const isMutant = isOn > 1; return isMutant ? 2 : 3; }";
    expect(results(source, 2)).toMatchObject({ none: 2, "condition → false: isMutant": 3 });
  });

  test("keeps an else with its if", () => {
    const source =
      "export function f(a: number): number { let out = 0; if (a > 1) out = 1; else out = 2; return out; }";
    expect(results(source, 2)).toMatchObject({ none: 1, "statement left out: out = 1;": 0 });
    expect(results(source, 1)).toMatchObject({ none: 2, "statement left out: out = 2;": 0 });
  });

  test("keeps an optional chain whole", () => {
    const source = "export function f(a?: { b: { c: number } }) { return a?.b.c ?? 7; }";
    expect(results(source, { b: { c: 1 } })).toMatchObject({ none: 1, "?? → right: a?.b.c ?? 7": 7 });
    expect(() => results(source, null)).toThrow(/reading 'b'/);
  });

  /** The mutants that are reached when `f` of the source runs, as `change: text`. */
  function reached(source: string, ...args: unknown[]): string[] {
    const file = sourceFile("sample.ts", source);
    const mutants = findMutants(file);
    const code = stripTypeScriptTypes(instrument(file, mutants, (mutant) => mutants.indexOf(mutant)));
    const switches = new Switches();
    const context = vm.createContext({ [switchesKey]: switches } as vm.Context);
    vm.runInContext(`${code.replace("export ", "")}; f(...${JSON.stringify(args)})`, context);
    return [...switches.asked].map((number) => `${mutants[number]?.change ?? ""}: ${mutants[number]?.text ?? ""}`);
  }

  test("reaches those that make a difference to a value, of those that say what it is", () => {
    const branch = "export function f(a: number): number { return a > 1 ? 2 : 3; }";
    expect(reached(branch, 2)).toEqual(["> → >=: a > 1", "condition → false: a > 1"]);
    expect(reached(branch, 1)).toEqual(["> → >=: a > 1", "condition → true: a > 1"]);
    const both = "export function f(a: boolean | string, b: boolean): unknown { return a && b; }";
    expect(reached(both, true, true)).toEqual(["condition → false: a"]);
    expect(reached(both, true, false)).toEqual(["condition → false: a", "condition → true: b"]);
    expect(reached(both, false, true)).toEqual(["condition → true: a"]);
    // What counts as true is not the same as true.
    expect(reached(both, "x", true)).toEqual(["condition → true: a", "condition → false: a"]);
    const fallback = "export function f(a: number | null, b: number): number { return a ?? b; }";
    expect(reached(fallback, null, 1)).toEqual(["?? → left: a ?? b"]);
    expect(reached(fallback, 1, 1)).toEqual(["?? → right: a ?? b"]);
    const chain = "export function f(a: { b?: number } | null): number | undefined { return a?.b; }";
    expect(reached(chain, null)).toEqual(["?. → .: a?.b"]);
    expect(reached(chain, { b: 1 })).toEqual([]);
  });

  test("every module that decides can be read with its mutants, and no two have one id", () => {
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

describe("modules that decide", () => {
  test("neither wait nor do I/O, and have something to decide", () => {
    const core = decisionModules("core-controllers");
    expect(core).toContain("packages/core-controllers/src/controllers/machine-deployment/rolling-update.ts");
    expect(core).not.toContain("packages/core-controllers/src/controllers/machine/machine-deletion.ts");
    expect(decisionModules("contract").filter((file) => file.endsWith(".generated.ts"))).toEqual([]);
    expect(Object.keys(notMutated).filter((file) => modules.some(({ name }) => name === file))).toEqual([]);
  });

  test("are selected by package, folder or file; another name is refused", () => {
    expect(selectedModules(["phases"])).toEqual(decisionModules("phases"));
    expect(selectedModules(["packages/phases/src/facts/"])).toEqual(["packages/phases/src/facts/requirement.ts"]);
    expect(() => selectedModules(["nothing"])).toThrow(UnknownModuleError);
  });

  test("what has changed since a commit is found in packages, however deep, and nowhere else", async () => {
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

  test("a diff says which of their lines have changed", () => {
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

  test("begin with the test that looks the closest, up to the number of tests", () => {
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

  test("leave out mutants that are killed, and do not begin again with what was tried", () => {
    const isLeft = (mutant: number) => mutant === 1;
    expect(Object.keys(trialsOf(tier, tests, isLeft, () => false))).toEqual(["a", "b"]);
    expect(Object.keys(trialsOf(tier, tests, isLeft, (name) => name === "a"))).toEqual(["b"]);
  });

  test("give each test much more time than it takes without a mutant, also on a busy machine", () => {
    for (const each of [...tiers, ...allTests]) expect(timeoutOf(each)).toBeGreaterThanOrEqual(10 * each.testMs);
    expect(timeoutOf(tier)).toBe(5_000);
  });

  test("end a mutant that goes on without end", () => {
    const switches = new Switches();
    switches.isMutant(3);
    expect([...switches.asked]).toEqual([3]);
    switches.switchOn(3, 2);
    expect([switches.isMutant(3), switches.isMutant(4)]).toEqual([true, false]);
    expect(() => switches.isMutant(3)).toThrow(EndlessMutantError);
    switches.switchOff();
    expect(switches.isMutant(3)).toBe(false);
  });

  test("say which test noticed a mutant, and which no test runs", async () => {
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
  const survivors = survivorsOf(readRecord());

  test("has survivors that are still there; else run: npm run mutate -- --update and the modules that changed", () => {
    expect(survivors.filter((id) => !now.has(id))).toEqual([]);
  });

  test("has modules that decide alone", () => {
    const recorded = Object.keys(readRecord().modules);
    expect(recorded.filter((file) => !modules.some(({ name }) => name === file))).toEqual([]);
  });

  test("has a reason for survivors alone", () => {
    expect(equivalentIds.filter((id) => !survivors.includes(id))).toEqual([]);
  });

  test("is reported with a row for each package, and a reason for each survivor that no test can notice", () => {
    const page = mutationPage(readRecord());
    for (const of of mutatedPackages) expect(page).toMatch(new RegExp(`^\\| ${of} \\| \\d+ of \\d+ `, "m"));
    expect(equivalentIds).not.toEqual([]);
    expect(page).not.toMatch(/: undefined$/m);
  });

  test("says of a package that its survivors were tried with all tests, once they were", () => {
    const record = { ...readRecord(), unit: ["provider", "runtime"] } as const;
    expect(withoutKilled(record, [], undefined).unit).toEqual(["provider", "runtime"]);
    expect(withoutKilled(record, [], "provider").unit).toEqual(["runtime"]);
  });

  test("mutants made by hand still fit the sources, and name tests that are there", () => {
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
  test("takes packages and files, a commit, and a limit in seconds", () => {
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
    [["--update", "--tests", "packages/phases/test/explanation.test.ts"], "needs --again"],
  ])("refuses %j", (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
