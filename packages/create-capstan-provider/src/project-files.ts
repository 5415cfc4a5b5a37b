import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Provider } from "./names.ts";
import { factsFile, foldersOf, templates } from "./project-facts.ts";
import { substitute, templateValues } from "./template-values.ts";

/** A file of the new project. */
export interface ProjectFile {
  /** Relative, with slashes. */
  readonly path: string;
  readonly text: string;
}

/**
 * The files of a new provider, sorted by path; writes nothing.
 *
 * @param provider - checked: see `checkChoices`.
 */
export async function projectFiles(provider: Provider): Promise<ProjectFile[]> {
  const values = templateValues(provider);
  const files = await Promise.all(
    foldersOf(provider).map(async (folder) => {
      const root = path.join(templates, folder);
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return Promise.all(
        entries
          .filter((entry) => entry.isFile() && entry.name !== factsFile)
          .map(async (entry): Promise<ProjectFile> => {
            const file = path.join(entry.parentPath, entry.name);
            const name = path.relative(root, file).replaceAll(path.sep, "/");
            return {
              path: targetPath(substitute(name, values)),
              text: substitute(await readFile(file, "utf8"), values),
            };
          }),
      );
    }),
  );
  const byPath = new Map(files.flat().map((file) => [file.path, file]));
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** npm omits .gitignore from packages, and obeys it, so templates name it _gitignore. */
function targetPath(name: string): string {
  return name.replace(/^_(?=gitignore$|dockerignore$)/, ".");
}
