import { readFileSync } from "node:fs";
import path from "node:path";
import { optionsFrom } from "@capstan/harness/script";
import { describe, expect, test } from "vitest";
import { mutated } from "../mutation/hand-made/hand-made-mutant.ts";
import { type Break, digestOf } from "../breaks/break.ts";
import { breaks } from "../breaks/breaks.ts";
import { claims, fileOfTest, patternOfTitle } from "./claims.ts";
import { failuresAmong, hasWaitedInVain, withoutFailing } from "./failures.ts";
import { command } from "./options.ts";
import { readRecord, untriedOf, withoutRemoved, withTried } from "../breaks/record.ts";
import { reasonUnbroken, withoutBreak } from "../breaks/without-break.ts";

const root = path.resolve(import.meta.dirname, "../..");
const all = claims();
const record = readRecord();
const some: Break = { breaks: ["S001", "S002"], name: "some", file: "a.ts", find: "a", replace: "b" };

function readText(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

describe("the breaks", () => {
  test.each(breaks)(
    "$breaks: $name: fits its file, and a test claims each row and rule",
    ({ breaks: ids, ...each }) => {
      const text = readText(each.file);
      expect(mutated(each, text)).not.toBe(text);
      for (const id of ids) expect(all.some((claim) => claim.id === id)).toBe(true);
    },
  );

  test("have unique names", () => {
    const names = breaks.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe("record.json, which `npm run measure -- breaks` writes", () => {
  test("has only current breaks; otherwise run it with --new", () => {
    const digests = new Map(breaks.map((each) => [each.name, digestOf(each)]));
    expect(record.length).toBeGreaterThan(0);
    expect(record.filter((tried) => digests.get(tried.break) !== tried.digest)).toEqual([]);
  });

  test("names existing files and tests that claim the broken row or rule", () => {
    const gone = record.filter(({ id, file, test: title }) => {
      const own = all.filter((claim) => claim.id === id && fileOfTest(claim) === file);
      return !own.some(
        (claim) => new RegExp(patternOfTitle(claim.test)).test(title) || readText(claim.file).includes(title),
      );
    });
    expect(gone).toEqual([]);
  });

  test("omits only entries that are listed as having no break", () => {
    const broken = new Set(breaks.flatMap(({ breaks: ids }) => ids));
    expect(Object.keys(withoutBreak).filter((id) => broken.has(id))).toEqual([]);
    expect(reasonUnbroken("S001")).toContain("no test has been seen to fail");
    expect(reasonUnbroken("S066")).toBe(withoutBreak.S066);
    expect(reasonUnbroken("S999")).toBeUndefined();
  });

  test("drops earlier results of a break that is tried again, and rows or rules that are no longer broken", () => {
    const before = withTried([], some, [
      { id: "S002", file: "b.test.ts", test: "S002" },
      { id: "S001", file: "a.test.ts", test: "S001" },
    ]);
    expect(before.map(({ id }) => id)).toEqual(["S001", "S002"]);
    expect(untriedOf(before, [some])).toEqual([]);

    const after = withTried(before, some, [{ id: "S001", file: "a.test.ts", test: "S001" }]);
    expect(after.map(({ id }) => id)).toEqual(["S001"]);
    expect(untriedOf(after, [some])).toEqual([some]);
    expect(untriedOf(before, [{ ...some, replace: "c" }])).toHaveLength(1);
    expect(withoutRemoved(before, [{ ...some, breaks: ["S002"] }]).map(({ id }) => id)).toEqual(["S002"]);
    expect(withoutRemoved(before, [])).toEqual([]);
  });
});

describe("a failed test", () => {
  const claim = { id: "S001", file: "test/specification/scenarios/a.ts", test: "S001: a", isOnRealServerOnly: false };
  const failed = {
    file: "test/specification/systems.test.ts",
    title: "S001: a",
    fullName: "on %s S001: a",
    messages: ["no"],
  };

  test("counts for the row or rule in its title, in the file that runs it", () => {
    expect(failuresAmong([failed], [claim])).toEqual([{ id: "S001", file: failed.file, test: "S001: a" }]);
    expect(failuresAmong([{ ...failed, file: "another.test.ts" }], [claim])).toEqual([]);
    expect(failuresAmong([{ ...failed, fullName: "S0011: a" }], [claim])).toEqual([]);
  });

  test("is reported with its group where the group names the row", () => {
    const group = { ...claim, file: "a.test.ts", test: "names (S001)" };
    const inGroup = { ...failed, file: "a.test.ts", title: "a -> b", fullName: "names (S001) a -> b" };
    expect(failuresAmong([inGroup], [group])).toEqual([{ id: "S001", file: "a.test.ts", test: "names (S001)" }]);
  });

  test("that timed out does not count if it fails without the break as well", () => {
    const late = { ...failed, messages: ["Not so after 20000 ms: first Running."] };
    expect([failed, late].map(hasWaitedInVain)).toEqual([false, true]);
    expect(hasWaitedInVain({ ...failed, messages: ["Test timed out in 60000ms."] })).toBe(true);
    const other = { ...late, fullName: "on %s S002: b" };
    expect(withoutFailing([late, other], [{ ...late, messages: ["later"] }])).toEqual([other]);
    expect(withoutFailing([late], [{ ...late, file: "another.test.ts" }])).toEqual([late]);
  });

  test("does not count if a step before it failed", () => {
    expect(failuresAmong([{ ...failed, messages: ["the step before failed: x"] }], [claim])).toEqual([]);
  });

  test("counts for the rule that named-tests.txt assigns, whatever its table adds to its title", () => {
    const named = { ...claim, id: "BH-015", file: "a.test.ts", test: "wrong (seed %i): $what [it]" };
    const fullName = "a group wrong (seed 7): a thing [it]";
    expect(failuresAmong([{ ...failed, file: "a.test.ts", fullName }], [named])).toHaveLength(1);
    expect(failuresAmong([{ ...failed, file: "a.test.ts", fullName: "wrong [it]" }], [named])).toEqual([]);
  });
});

describe("the command line", () => {
  test("accepts rows and rules, and exclusions", () => {
    expect(optionsFrom(command, ["--only", "S012,BS-009", "--new", "--json"])).toEqual({
      only: ["S012", "BS-009"],
      new: true,
      json: true,
    });
    expect(optionsFrom(command, [])).toEqual({ only: [], new: false, json: false });
  });
});
