import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ESLint, type Linter } from "eslint";
import { format, resolveConfig } from "prettier";
import tseslint from "typescript-eslint";
import { describe, expect, test } from "vitest";
import { messageWords, words } from "../../lint/word-list.js";
import { findingsIn, pages } from "../../lint/words-in-pages.js";

const root = path.resolve(import.meta.dirname, "../..");
const project = new ESLint({ cwd: root });

/** The findings of the project's rule in a file. */
async function findings(code: string, file = "packages/runtime/src/sample.ts"): Promise<string[]> {
  const config = (await project.calculateConfigForFile(path.join(root, file))) as Required<Linter.Config>;
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: {
      files: ["**/*.ts"],
      languageOptions: { parser: tseslint.parser },
      plugins: { words: config.plugins.words ?? {} },
      rules: { "words/words": config.rules["words/words"] ?? "off" },
    },
  });
  const [result] = await eslint.lintText(code, { filePath: path.join(root, file) });
  return (result?.messages ?? []).map(({ message }) => message);
}

const unidiomatic: readonly (readonly [where: string, code: string, found: string])[] = [
  ["a comment", "// The provider is told of it.", "told"],
  ["a string", 'const title = "an object that nobody wants";', "nobody"],
  ["a template", "const message = `${name} is no DNS label`;", "is no DNS"],
  ["a comment over two lines", "/**\n * a label that is\n * none\n */\nconst a = 1;", "is"],
  ["the name of a variable", "const toldFields = [];", "told"],
  ["the name of a method", "class A { get isHeard() { return true; } }", "heard"],
  ["the name of a property", "const a = { spoilt: 1 };", "spoilt"],
  ["the name of a constant", "const letterOfTheProposal = 1;", "letter of the"],
  ["several strings", "const secretTexts = [];", "texts"],
  ["a string, called a text", "/** Reads a text of the form a=b. */", "a text"],
  ["British spelling", "const behaviour = 1;", "behaviour"],
  ["British spelling", "// It is initialised once.", "initialised"],
  ["a message", 'throw new Problem("replicas has to be positive");', "has to be"],
];

describe("is reported:", () => {
  test.each(unidiomatic)("%s: %s", async (_where, code, found) => {
    expect((await findings(code)).join()).toContain(`"${found}`);
  });

  test("the name of a file", async () => {
    expect((await findings("", "packages/runtime/test/install-anew.test.ts")).join()).toContain('file: "anew"');
  });

  test("a word in a page, with its line", () => {
    expect(findingsIn("# A page\n\nNobody reads it.\n")).toEqual([expect.stringMatching(/^3: "Nobody": say/)]);
  });
});

test.each([
  "// There is no such object any more, and there are none of its kind; two of them cannot be told apart.",
  "// It is no longer served: the letters of the text, which has none of them.",
  'import { a } from "./secret-texts.ts";',
  'const message = "must be positive";',
])("is not reported: %s", async (code) => {
  expect(await findings(code)).toEqual([]);
});

test("a phrase for messages is not reported in test titles", async () => {
  expect(await findings('test("what has to be there", run);', "packages/runtime/test/sample.ts")).toEqual([]);
});

test("pages include the rules and the templates", () => {
  expect(pages()).toEqual(
    expect.arrayContaining([
      "README.md",
      "docs/decisions/0003-write-through-cache.md",
      "packages/contract/rules.yaml",
      "packages/create-capstan-provider/templates/shared/README.md",
    ]),
  );
});

test("docs/style.md lists the words: `npm run docs -- rules` rewrites it", async () => {
  const file = path.join(root, "docs/style.md");
  const page = readFileSync(file, "utf8");
  const rows = [...words, ...messageWords].map(({ not, say }) => `| ${not} | ${say} |`);
  const table = ["| not | but |", "| --- | --- |", ...rows].join("\n");
  const listed = page.replace(/(?<=<!-- words -->\n)[\s\S]*(?=<!-- \/words -->)/, `\n${table}\n\n`);
  const expected = await format(listed, { ...(await resolveConfig(file)), parser: "markdown" });
  if (process.env.CAPSTAN_WRITE_DOCS === "1") writeFileSync(file, expected);
  else expect(page).toBe(expected);
});
