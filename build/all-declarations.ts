// The last step of npm run build: the type declarations of all packages, alongside the code that tsup has built.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { emitDeclarations } from "./declarations.ts";

const root = path.resolve(import.meta.dirname, "..");
const folders = globSync("packages/*/package.json", { cwd: root }).map((file) => path.join(root, path.dirname(file)));

function manifestOf(folder: string): { name: string; dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as ReturnType<typeof manifestOf>;
}

function emit(chosen: readonly string[]): void {
  emitDeclarations(new Map(chosen.map((folder) => [folder, path.join(folder, "dist")])));
}

// The provider package re-exports `Type`. If compiled in one program with it, declarations of packages that it depends on would also name
// that type by the provider package.
const { dependencies: foundations = {} } = manifestOf(path.join(root, "packages/provider"));
const isFoundation = (folder: string) => manifestOf(folder).name in foundations;
emit(folders.filter(isFoundation));
emit(folders.filter((folder) => !isFoundation(folder)));
