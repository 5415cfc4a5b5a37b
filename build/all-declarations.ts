// The last step of npm run build: the type declarations of all packages next to the code that tsup has built. They are kept by the
// digest of all sources, because npm run check needs them as well.
import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { emitDeclarations } from "./declarations.ts";

const root = path.resolve(import.meta.dirname, "..");
const folders = globSync("packages/*/package.json", { cwd: root }).map((file) => path.dirname(file));
const cache = path.join(root, "node_modules/.cache/declarations");
const kept = path.join(cache, digestOfSources());

if (!existsSync(kept)) {
  rmSync(cache, { recursive: true, force: true });
  const unfinished = path.join(cache, "unfinished");
  emitAll(unfinished);
  renameSync(unfinished, kept);
}
for (const folder of globSync("packages/*", { cwd: kept })) {
  cpSync(path.join(kept, folder), path.join(root, folder, "dist"), { recursive: true, filter: isChanged });
}

/** Whether a folder or a changed file is to be copied: another process may be reading the files that stay the same. */
function isChanged(from: string, to: string): boolean {
  return statSync(from).isDirectory() || !existsSync(to) || !readFileSync(from).equals(readFileSync(to));
}

function digestOfSources(): string {
  // Declarations name types of dependencies, whose versions are those of the lock file.
  const settings = ["tsconfig.json", "package-lock.json", "build/*declarations.ts"];
  const sources = globSync(["packages/*/{src/**/*.ts,package.json}", ...settings], { cwd: root });
  const digest = createHash("sha256").update(ts.version);
  for (const file of sources.sort()) digest.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return digest.digest("hex");
}

// The provider package passes `Type` on. In one program with it, the compiler names that type by the provider package in the
// declarations of packages that the provider package itself depends on, too.
function emitAll(target: string): void {
  const { dependencies: foundations = {} } = manifestOf("packages/provider");
  const isFoundation = (folder: string) => manifestOf(folder).name in foundations;
  for (const chosen of [folders.filter(isFoundation), folders.filter((folder) => !isFoundation(folder))]) {
    emitDeclarations(new Map(chosen.map((folder) => [path.join(root, folder), path.join(target, folder)])));
  }
}

function manifestOf(folder: string): { name: string; dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")) as ReturnType<typeof manifestOf>;
}
