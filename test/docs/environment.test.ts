import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { variablesRead } from "./variables-read.ts";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/environment.md"), "utf8");
const sources = globSync(["packages/*/src/**/*.ts", "packages/*/bin/*.js"], {
  cwd: root,
  exclude: ["packages/harness/**"],
}).sort();

/** Variables by name, with the packages that read them. */
function inTheCode(): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const file of sources) {
    const source = ts.createSourceFile(file, readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
    for (const name of variablesRead(source)) {
      const packages = found.get(name) ?? new Set();
      found.set(name, packages.add(file.split("/")[1] ?? ""));
    }
  }
  return new Map([...found].map(([name, packages]) => [name, [...packages].sort()]));
}

/** Rows of the page: `| NAME | packages | what |`. */
function onThePage(): Map<string, string[]> {
  const rows = page.matchAll(/^\| `([A-Z_a-z]+)` +\| ([\w, -]+?) +\| .+\|$/gm);
  return new Map([...rows].map(([, name = "", packages = ""]) => [name, packages.split(", ")]));
}

test("docs/environment.md lists every variable that the packages read, with its packages", () => {
  const read = inTheCode();
  const listed = onThePage();
  expect(read.size).toBeGreaterThan(5);
  expect(Object.fromEntries([...listed].sort())).toEqual(Object.fromEntries([...read].sort()));
});

describe("variables are found where they are read", () => {
  test.each([
    ["by name", "process.env.A_NAME"],
    ["by a name in brackets", 'process.env["A_NAME"]'],
    ["by a constant", 'const variable = "A_NAME"; process.env[variable]'],
    ["from an environment that was passed", "function f(env: NodeJS.ProcessEnv) { return env.A_NAME; }"],
    ["into a variable", "const { A_NAME } = process.env;"],
    ["by an option of a command line", 'new Option("--a").env("A_NAME")'],
  ])("%s", (_how, code) => {
    expect(variablesRead(ts.createSourceFile("a.ts", code, ts.ScriptTarget.Latest, true))).toEqual(["A_NAME"]);
  });
});
