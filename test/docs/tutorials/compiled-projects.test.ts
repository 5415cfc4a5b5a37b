import { globSync } from "node:fs";
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { compilerMessages } from "@capstan/harness/publishing";
import { expect, test } from "vitest";
import { writeProject } from "./write-project.ts";

const folder = path.resolve(import.meta.dirname, "../../../docs/tutorials");

test("the final project of each tutorial compiles against the sources", async () => {
  const projects = new Map<string, string>();
  for (const page of globSync("*.md", { cwd: folder }).sort()) {
    await using home = await mkdtempDisposable(path.join(tmpdir(), "capstan-tutorial-"));
    const project = await writeProject(await readFile(path.join(folder, page), "utf8"), home.path);
    for (const file of globSync("{*.json,src/**/*.ts,test/**/*.ts}", { cwd: project })) {
      const text = await readFile(path.join(project, file), "utf8");
      projects.set(path.join(import.meta.dirname, path.parse(page).name, file), text);
    }
  }
  expect(projects.size).toBeGreaterThan(0);
  expect(compilerMessages(projects)).toEqual([]);
});
