import { globSync } from "node:fs";
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { changed } from "./change.ts";
import { onSources } from "./on-sources.ts";
import { stepsOf } from "./page.ts";
import { notPrinted } from "./shell.ts";
import { Walk } from "./walk.ts";

const folder = path.resolve(import.meta.dirname, "../../../docs/tutorials");
const pages = globSync("*.md", { cwd: folder, exclude: ["README.md"] }).sort();

describe("a tutorial", () => {
  test("exists", () => {
    expect(pages.length).toBeGreaterThan(0);
  });

  test.each(pages)("reaches its stated result: %s", async (page) => {
    await using home = await mkdtempDisposable(path.join(tmpdir(), "capstan-tutorial-"));
    await using walk = new Walk(onSources, home.path);

    await walk.walk(await readFile(path.join(folder, page), "utf8"));

    expect(walk.taken.filter(({ command }) => command !== undefined).length).toBeGreaterThan(2);
  });
});

describe("a page with an error", () => {
  const walked = async (page: string): Promise<void> => {
    await using home = await mkdtempDisposable(path.join(tmpdir(), "capstan-tutorial-"));
    await using walk = new Walk(onSources, home.path);
    await walk.walk(page);
  };
  const hello = "<!-- file: a.txt -->\n\n```text\none\ntwo\n```\n";

  test.each([
    ["a command that fails", "```sh\nfalse\n```\n", /Line 1: false has failed/],
    [
      "a line that is not printed",
      "```sh\necho one\n```\n\n<!-- prints -->\n\n```text\ntwo\n```\n",
      /Line 7: Not printed:\ntwo/,
    ],
    [
      "a command that does not print it",
      "<!-- goes on -->\n\n```sh\necho one\n```\n\n<!-- prints -->\n\n```text\ntwo\n```\n",
      /does not print:\ntwo/,
    ],
    [
      "a change of a place that is not there",
      `${hello}<!-- change: a.txt -->\n\n\`\`\`diff\n-three\n\`\`\`\n`,
      /no such place/,
    ],
    [
      "a part that a file does not have",
      `${hello}<!-- part: a.txt -->\n\n\`\`\`text\nthree\n\`\`\`\n`,
      /a.txt does not have/,
    ],
    [
      "a block that says nothing of itself",
      "```ts\nconst a = 1;\n```\n",
      /Line 1: a comment must say what this block is/,
    ],
    ["a command that is left running", "<!-- goes on -->\n\n```sh\nsleep 60\n```\n", /while a command goes on/],
  ])("is detected: %s", async (_, page, message) => {
    await expect(walked(page)).rejects.toThrow(message);
  });
});

test("a page's comments define its blocks", () => {
  const page = [
    "```sh\nnpm test # all of them\ncd a && \\\n  ls\n```",
    "<!-- not walked: it needs Docker -->\n\n```sh\ndocker build .\n```",
    "## 2. Change",
    "<!-- change: src/a.ts -->\n\n```diff\n-a\n+b\n```",
    "<!-- interrupt -->",
  ].join("\n\n");
  expect(stepsOf(page)).toEqual([
    { line: 1, section: "", do: "run", command: "npm test", goesOn: false },
    { line: 1, section: "", do: "run", command: "cd a && ls", goesOn: false },
    { line: 17, section: "2. Change", do: "change", file: "src/a.ts", diff: "-a\n+b\n" },
    { line: 22, section: "2. Change", do: "interrupt" },
  ]);
});

test("a change replaces whole lines, at each of its places", () => {
  const text = "a\n\n  b\nc\nab\n";
  expect(changed(text, " a\n\n-  b\n+  B\n…\n ab\n+d\n")).toBe("a\n\n  B\nc\nab\nd\n");
  expect(() => changed(text, "-b\n")).toThrow("no such place");
  expect(() => changed("a\nb\na\n", "-a\n")).toThrow("more than one");
});

test("output matches anything where the page has …, and any number of spaces", () => {
  expect(notPrinted(["Tests … passed", "a b"], " Tests  3 passed (3)\n x a    b\n")).toEqual([]);
  expect(notPrinted(["Tests … passed"], "Tests 3 failed\n")).toEqual(["Tests … passed"]);
});
