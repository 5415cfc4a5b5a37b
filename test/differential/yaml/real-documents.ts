import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const ignored = ["**/node_modules/**", "**/dist/**", "docs/.vitepress/**"];

/** The documents of all YAML files in folders. */
export function realDocuments(folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    globSync("**/*.{yaml,yml}", { cwd: folder, exclude: ignored }).flatMap((file) =>
      readFileSync(path.join(folder, file), "utf8").split(/^---[ \t]*(?:#.*)?$/m),
    ),
  );
}
