import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { licensesOf } from "../../../build/bundled-licenses.ts";
import { pageFile, type PageFiles } from "../src/page/page-files.ts";

const folder = import.meta.dirname;

/** Bundles the page from its sources, with the licenses of its dependencies. */
export async function bundlePage(): Promise<PageFiles> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    entryPoints: ["main.tsx", "style/page.css"].map((file) => ({ in: file, out: "page" })),
    outdir: "dist",
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: "esm",
    target: ["chrome120", "firefox120", "safari17.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "silent",
  });
  const bundled = outputFiles.map(({ path: file, contents }) => pageFile(path.basename(file), contents));
  const written = ["index.html", "icon.svg"].map(async (name) =>
    pageFile(name, await readFile(path.join(folder, name))),
  );
  const licenses = pageFile("licenses.txt", Buffer.from(licensesOf(metafile, folder)));
  return new Map([...bundled, ...(await Promise.all(written)), licenses]);
}

/** Writes the page into the published package. */
async function writePage(target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const [name, { body }] of await bundlePage()) await writeFile(path.join(target, name), body);
}

if (import.meta.main) await writePage(path.join(folder, "../dist/page"));
