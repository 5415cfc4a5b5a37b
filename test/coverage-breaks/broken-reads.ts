// A test that reads a file of the repository, such as a page, reads it with the break applied.
import fs from "node:fs";
import { readFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { inject } from "vitest";
import { type Break } from "../breaks/break.ts";
import { mutated } from "../mutation/hand-made/hand-made-mutant.ts";
import { breakKey } from "./break-key.ts";

const tried = inject(breakKey);
if (tried !== undefined) await readBroken(tried);

async function readBroken(broken: Break): Promise<void> {
  const file = path.resolve(import.meta.dirname, "../..", broken.file);
  const { readFileSync } = fs;
  // Several test files run in one process; after the first of them, a synchronous read already has the break.
  const text = mutated(broken, await readFile(file, "utf8"));
  fs.readFileSync = ((...args: Parameters<typeof readFileSync>) => {
    const [read] = args;
    const name = read instanceof URL ? read.pathname : read;
    const isBroken = typeof name === "string" && path.resolve(name) === file;
    return isBroken ? text : readFileSync(...args);
  }) as typeof readFileSync;
  syncBuiltinESMExports();
}
