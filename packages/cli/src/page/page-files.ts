import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** A file of the page. */
interface PageFile {
  /** Media type. */
  readonly type: string;
  readonly body: Uint8Array;
}

/** Files by path, without a leading slash; `index.html` is the page itself. */
export type PageFiles = ReadonlyMap<string, PageFile>;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".map": "application/json",
  ".txt": "text/plain; charset=utf-8",
};

/** The built page, from the built command; when run from sources, it is bundled now. */
export async function readPageFiles(): Promise<PageFiles> {
  const source = path.resolve(import.meta.dirname, "../../page/build.ts");
  if (import.meta.filename.endsWith(".ts") && existsSync(source)) {
    const { bundlePage } = (await import(pathToFileURL(source).href)) as { bundlePage: () => Promise<PageFiles> };
    return bundlePage();
  }
  return filesIn(path.join(import.meta.dirname, "page"));
}

async function filesIn(folder: string): Promise<PageFiles> {
  if (!existsSync(folder)) return new Map([["index.html", notBuilt]]);
  const names = await readdir(folder);
  const files = names.map(async (name) => pageFile(name, await readFile(path.join(folder, name))));
  return new Map(await Promise.all(files));
}

/** A file by its name, with its media type. */
export function pageFile(name: string, body: Uint8Array): readonly [string, PageFile] {
  return [name, { type: types[path.extname(name)] ?? "application/octet-stream", body }];
}

const notBuilt: PageFile = {
  type: "text/html; charset=utf-8",
  body: Buffer.from("<!doctype html><title>Capstan</title><p>The page is not part of this build."),
};
