import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ScaffoldError } from "./problem.ts";
import type { ProjectFile } from "./project-files.ts";

/**
 * Writes a project: all of its files or, on an error, no file.
 *
 * @param folder - absolute; created if missing.
 * @throws ScaffoldError `FolderNotEmpty`: it contains files, and `force` is not set; `WriteFailed`: the cause has the reason, and the
 * folder is unchanged.
 */
export async function writeProject(
  folder: string,
  files: readonly ProjectFile[],
  options: { readonly force?: boolean } = {},
): Promise<void> {
  const present = await entriesOf(folder);
  if (present.length > 0 && options.force !== true) {
    const message = `${folder} is not empty (${present.slice(0, 3).join(", ")}${present.length > 3 ? ", ..." : ""}). Choose another folder, or --force to write into it.`;
    throw new ScaffoldError("FolderNotEmpty", [{ option: "folder", message }]);
  }
  try {
    const made = await mkdir(folder, { recursive: true });
    await placeAll(folder, files).catch(async (error: unknown) => {
      if (made !== undefined) await rm(made, { recursive: true, force: true });
      throw error;
    });
  } catch (error) {
    const message = `${folder} could not be written (${error instanceof Error ? error.message : String(error)}); its content is unchanged.`;
    throw new ScaffoldError("WriteFailed", [{ option: "folder", message }], { cause: error });
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isCode(error, "ENOENT")) return [];
    throw new ScaffoldError(
      "WriteFailed",
      [{ option: "folder", message: `${folder} cannot be used: ${error instanceof Error ? error.message : "?"}` }],
      { cause: error },
    );
  }
}

/** Writes everything alongside its final place first. Then only renames are left, and they can be undone. */
async function placeAll(folder: string, files: readonly ProjectFile[]): Promise<void> {
  const staging = await mkdtemp(path.join(folder, ".create-capstan-provider-"));
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const [index, file] of files.entries()) await writeFile(path.join(staging, `${index}.new`), file.text);
    for (const [index, file] of files.entries()) {
      const target = path.join(folder, file.path);
      const made = await mkdir(path.dirname(target), { recursive: true });
      if (made !== undefined) undo.push(() => rm(made, { recursive: true, force: true }));
      const old = path.join(staging, `${index}.old`);
      if (await renameIfPresent(target, old)) undo.push(() => rename(old, target));
      await rename(path.join(staging, `${index}.new`), target);
      undo.push(() => rm(target, { force: true }));
    }
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function renameIfPresent(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isCode(error, "ENOENT")) return false;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
