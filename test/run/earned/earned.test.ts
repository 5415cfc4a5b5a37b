import { expect, test } from "vitest";
import { earnedBy } from "./earned.ts";

const run = (file: string, seconds: number) => ({ file, seconds, tests: 1 });
const modules = [
  { killed: 9, tests: ["a.test.ts", "b.test.ts"] },
  { killed: 4, tests: ["b.test.ts"] },
  { killed: 0, tests: [] },
];
const broken = (id: string, file: string) => ({ id, file, test: "t", break: "b", digest: "d" });

test("a file earns mutants and rows that no other file detects; files that earn none come first, by cost", () => {
  const breaks = [
    broken("X-1", "c.test.ts"),
    broken("X-1", "c.test.ts"),
    broken("X-2", "a.test.ts"),
    broken("X-2", "c.test.ts"),
  ];
  const files = [run("c.test.ts", 9), run("a.test.ts", 1), run("d.test.ts", 2), run("b.test.ts", 3)];
  expect(earnedBy(files, modules, breaks)).toEqual([
    { ...run("d.test.ts", 2), mutants: 0, rows: 0 },
    { ...run("a.test.ts", 1), mutants: 0, rows: 0 },
    { ...run("c.test.ts", 9), mutants: 0, rows: 1 },
    { ...run("b.test.ts", 3), mutants: 4, rows: 0 },
  ]);
});
