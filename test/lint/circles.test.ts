import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ESLint, type Linter } from "eslint";
import tseslint from "typescript-eslint";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const project = new ESLint({ cwd: root });
const rule = "circles/no-circles";

/** The project's rule, as `npm run lint` configures it for a file. */
async function ruleFor(file: string): Promise<Linter.Config> {
  const config = (await project.calculateConfigForFile(path.join(root, file))) as Required<Linter.Config>;
  return { plugins: { circles: config.plugins.circles ?? {} }, rules: { [rule]: config.rules[rule] ?? "off" } };
}

/** The messages of the rule for a package whose files have the listed imports. */
async function findings(
  files: Readonly<Record<string, readonly string[]>>,
  where = "packages/sample/src",
): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-circles-"));
  try {
    for (const [file, statements] of Object.entries(files)) {
      const written = path.join(folder, where, file);
      await mkdir(path.dirname(written), { recursive: true });
      await writeFile(written, statements.join("\n"));
    }
    const eslint = new ESLint({
      cwd: folder,
      overrideConfigFile: true,
      overrideConfig: {
        files: ["**/*.ts"],
        languageOptions: { parser: tseslint.parser },
        ...(await ruleFor("packages/runtime/src/index.ts")),
      },
    });
    const results = await eslint.lintFiles([where]);
    return results.flatMap(({ messages }) => messages.map(({ message }) => message));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const imports = (file: string) => `import { a } from "${file}";`;

test("downward imports do not form a cycle", async () => {
  const found = await findings({
    "index.ts": ['export { a } from "./top/a.ts";', 'export { b } from "./top/inner/b.ts";'],
    "top/a.ts": [imports("./inner/b.ts"), imports("../bottom/c.ts")],
    "top/inner/b.ts": [imports("../../bottom/c.ts")],
    "bottom/c.ts": [],
  });
  expect(found).toEqual([]);
});

test("a cycle of files is reported at each of its imports, also within one folder", async () => {
  const found = await findings({ "x/a.ts": [imports("./b.ts")], "x/b.ts": [imports("./a.ts")] });
  expect(found).toEqual([
    "These files import each other in a circle: x/a.ts → x/b.ts → x/a.ts.",
    "These files import each other in a circle: x/b.ts → x/a.ts → x/b.ts.",
  ]);
});

test.each(["packages/sample/test", "test"])("cycles are reported in %s", async (where) => {
  const found = await findings(
    { "x/a.ts": [imports("../y/b.ts")], "y/b.ts": [], "y/c.ts": [imports("../x/d.ts")], "x/d.ts": [] },
    where,
  );
  expect(found).toHaveLength(2);
});

test.each(["packages/runtime/test/watch.test.ts", "test/e2e/flow.test.ts"])(
  "%s is linted with the rule",
  async (file) => {
    expect((await ruleFor(file)).rules).toEqual({ [rule]: [2] });
  },
);

test.each([
  ["an import of types", 'import { type A } from "./a.ts";'],
  ["a type", 'type A = import("./a.ts").A;'],
  ["an import in code", 'const a = await import("./a.ts");'],
  ["an export of what another file has", 'export { a } from "./a.ts";'],
  ["an export of all that another file has", 'export * from "./a.ts";'],
])("%s counts as an import", async (_, statement) => {
  const found = await findings({ "a.ts": [imports("./b.ts")], "b.ts": [statement] });
  expect(found).toHaveLength(2);
});

test("a cycle of folders is reported even without a cycle of files", async () => {
  const found = await findings({
    "x/a.ts": [imports("../y/b.ts")],
    "y/b.ts": [],
    "y/c.ts": [imports("../z/d.ts")],
    "z/d.ts": [imports("../x/e.ts")],
    "x/e.ts": [],
  });
  expect(found).toContain("Folders import each other in a circle: x → y → z → x, in src.");
  expect(found).toHaveLength(3);
});

test("a subfolder counts as part of its folder", async () => {
  const found = await findings({
    "x/inner/a.ts": [imports("../../y/b.ts")],
    "y/b.ts": [],
    "y/c.ts": [imports("../x/other/d.ts")],
    "x/other/d.ts": [],
  });
  expect(found).toHaveLength(2);
});

test("a cycle between a folder and its parent is reported", async () => {
  const found = await findings({
    "x/a.ts": [imports("./inner/b.ts")],
    "x/inner/b.ts": [imports("../c.ts")],
    "x/c.ts": [],
  });
  expect(found).toContain("Folders import each other in a circle: inner → the files here → inner, in src/x.");
});

test("index.ts and its neighbors are one level", async () => {
  const found = await findings({
    "index.ts": [imports("./x/a.ts")],
    "x/a.ts": [imports("../clock.ts")],
    "clock.ts": [],
  });
  expect(found).toHaveLength(2);
});
