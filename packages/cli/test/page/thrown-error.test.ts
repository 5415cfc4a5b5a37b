import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { thrownError } from "../../src/page/thrown-error.ts";

const text = ["one", "two", "three", "four", "five", "six", "seven", "eight"];

async function projectFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-thrown-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, "src"));
  await writeFile(path.join(folder, "src/cloud.ts"), text.join("\n"));
  return folder;
}

test("an error is shown at the first line in the author's files, with the surrounding source", async () => {
  const folder = await projectFolder();
  const own = pathToFileURL(path.join(folder, "src/cloud.ts")).href;
  const stack = [
    "TypeError: x is undefined",
    `    at inner (file://${folder}/node_modules/sdk/index.js:1:1)`,
    "    at node:internal/process/task_queues:95:5",
    `    at async Cloud.ensure (${own}:5:11)`,
    `    at async Cloud.other (${own}:1:1)`,
  ].join("\n");
  const { source, ...error } = thrownError({ name: "TypeError", message: "x is undefined", stack }, folder);
  expect(error.stack).toHaveLength(4);
  expect(source).toEqual({
    file: "src/cloud.ts",
    line: 5,
    excerpt: [2, 3, 4, 5, 6, 7, 8].map((line) => ({ line, text: text[line - 1] })),
  });
});

test("a file with invalid TypeScript is shown at the line that Node reports", async () => {
  const folder = await projectFolder();
  const stack = `file://${folder}/src/cloud.ts:2\nsource\n^\n\nSyntaxError: Unexpected token`;
  const { source } = thrownError({ name: "SyntaxError", message: "Unexpected token", stack }, folder);
  expect(source).toMatchObject({ file: "src/cloud.ts", line: 2 });
});

test("an error from other files, without a project, or of another type has no source", async () => {
  const folder = await projectFolder();
  const elsewhere = "Error: x\n    at run (file:///elsewhere/main.ts:1:1)\n    at other (/etc/passwd:1:1)";
  expect(thrownError({ name: "Error", message: "x", stack: elsewhere }, folder).source).toBeUndefined();
  const gone = `Error: x\n    at run (file://${folder}/src/gone.ts:1:1)`;
  expect(thrownError({ name: "Error", message: "x", stack: gone }, folder).source).toBeUndefined();
  const known = `Error: x\n    at run (file://${folder}/src/cloud.ts:1:1)`;
  expect(thrownError({ name: "Error", message: "x", stack: known }, undefined).source).toBeUndefined();
  expect(thrownError({ name: "string", message: "x", stack: "" }, folder)).toEqual({
    name: "string",
    message: "x",
    stack: [],
  });
});
