import path from "node:path";
import { ESLint, type Linter } from "eslint";
import tseslint from "typescript-eslint";
import { describe, expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const project = new ESLint({ cwd: root });
const rule = "silent-loops/no-silent-loops";

/** The number of findings of the project's rule in a test. */
async function findings(body: string): Promise<number> {
  const file = path.join(root, "packages/runtime/test/sample.test.ts");
  const config = (await project.calculateConfigForFile(file)) as Required<Linter.Config>;
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: {
      files: ["**/*.ts"],
      languageOptions: { parser: tseslint.parser },
      plugins: { "silent-loops": config.plugins["silent-loops"] ?? {} },
      rules: { [rule]: config.rules[rule] ?? "off" },
    },
  });
  const code = `import { table } from "./table.ts";\ntest("a test", async () => {\n${body}\n});`;
  const [result] = await eslint.lintText(code, { filePath: file });
  return result?.messages.length ?? 0;
}

const each = "expect(each.state).toBe(1);";

describe("a loop that may run no expectation is reported", () => {
  test.each([
    ["over what a call returns", `for (const each of await list()) ${each}`],
    ["over what a variable holds", `const all = scene.list(); for (const each of all) { ${each} }`],
    ["over what is left of a table", `for (const each of table.filter(isOdd)) ${each}`],
    ["over two lists", `const a = f(); const b = g(); for (const each of [...a, ...b]) ${each}`],
    ["over entries", `const all = f(); for (const [key, each] of Object.entries(all)) ${each}`],
    ["where it is expected to be empty", `const all = f(); expect(all).toEqual([]); for (const each of all) ${each}`],
    ["where another list is not", `const all = f(); expect(b).toHaveLength(3); for (const each of all) ${each}`],
    [
      "where every one of none is",
      `const all = f(); expect(all.every(isOdd)).toBe(true); for (const each of all) ${each}`,
    ],
    ["in another function", `const check = () => { const all = f(); for (const each of all) ${each} };`],
  ])("%s", async (_where, body) => {
    expect(await findings(body)).toBe(1);
  });
});

describe("a loop that runs an expectation is not reported", () => {
  test.each([
    ["over what is written there", `for (const each of [a, b]) ${each}`],
    ["over a table of the file", `const rows = [a, b] as const; for (const each of rows) ${each}`],
    ["over a table of another file", `for (const each of table) ${each}`],
    ["over what is in a table", `for (const row of table) for (const each of row.states) ${each}`],
    ["over what a function is passed", `const check = (all) => { for (const each of all) ${each} };`],
    ["with a length", `const all = f(); expect(all).toHaveLength(3); for (const each of all) ${each}`],
    [
      "with more than none",
      `const all = f(); expect(all.size).toBeGreaterThan(0); for (const each of all.keys()) ${each}`,
    ],
    ["that is not empty", `const all = f(); expect(all, "none").not.toEqual([]); for (const each of all) ${each}`],
    [
      "with the names of all",
      `const all = f(); expect(all.map(nameOf)).toEqual(["a"]); for (const each of all) ${each}`,
    ],
    ["that is awaited", `await until(() => a.all.length === 3); for (const each of a.all) ${each}`],
    ["in a property", `fc.assert(fc.property(lists, (all) => { for (const each of f(all)) ${each} }));`],
    ["that only acts", "for (const each of await list()) await remove(each);"],
  ])("%s", async (_where, body) => {
    expect(await findings(body)).toBe(0);
  });
});
