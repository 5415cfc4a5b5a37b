import { buffer, text } from "node:stream/consumers";
import path from "node:path";
import type { Readable } from "node:stream";
import tar from "tar-stream";
import type { ContainerFile } from "./engine.ts";

/** A tar archive of files for the root folder of a container, in this order, with the folders that they are in. */
export async function archiveOf(files: readonly ContainerFile[]): Promise<Buffer> {
  const pack = tar.pack();
  const known = new Set<string>();
  for (const file of files) {
    const name = file.path.replace(/^\/+/, "");
    for (const folder of foldersOf(name)) {
      if (known.has(folder)) continue;
      known.add(folder);
      pack.entry({ name: `${folder}/`, type: "directory", mode: 0o755 });
    }
    const content = typeof file.content === "string" ? file.content : Buffer.from(file.content);
    pack.entry({ name, mode: file.mode ?? 0o600 }, content);
  }
  pack.finalize();
  return buffer(pack);
}

/** The content of the first file of a tar archive, as UTF-8. */
export async function firstFileOf(archive: Readable): Promise<string | undefined> {
  const extract = tar.extract();
  archive.on("error", (error) => {
    extract.destroy(error);
  });
  archive.pipe(extract);
  for await (const entry of extract) return text(entry);
  return undefined;
}

/** The folders above a file, the outermost first. */
function foldersOf(name: string): readonly string[] {
  const folder = path.posix.dirname(name);
  return folder === "." ? [] : [...foldersOf(folder), folder];
}
