import { readFileSync } from "node:fs";
import path from "node:path";

interface Manifest {
  readonly description?: string;
  readonly license?: string;
  readonly keywords?: readonly string[];
  readonly engines?: { readonly node?: string };
  readonly sideEffects?: unknown;
  readonly repository?: { readonly url?: string; readonly directory?: string };
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean };
}

const root = path.resolve(import.meta.dirname, "../..");

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
}

/** The missing fields in a package's manifest for readers of a registry. */
export function manifestProblems(folder: string): string[] {
  const manifest = manifestOf(folder);
  const { repository } = manifestOf(root);
  const problems = [
    manifest.description === undefined && "no description",
    manifest.license !== "Apache-2.0" && "license is not Apache-2.0",
    (manifest.keywords ?? []).length === 0 && "no keywords",
    manifest.engines?.node === undefined && "no engines.node",
    manifest.sideEffects === undefined && "no sideEffects",
    manifest.repository?.url !== repository?.url && "repository.url is not that of the root's package.json",
    manifest.repository?.directory !== path.relative(root, folder) &&
      "repository.directory is not the package's folder",
    manifest.publishConfig?.access !== "public" && "publishConfig.access is not public",
    manifest.publishConfig?.provenance !== true && "publishConfig.provenance is not true",
  ];
  return problems.filter((problem) => problem !== false);
}

/**
 * The missing files of a packed package: the documents, the map of a built file, or the source that a map refers to, which editors use to
 * go from a name to its TypeScript.
 * @param files - paths of the packed files.
 */
export function fileProblems(folder: string, files: readonly string[]): string[] {
  const packed = new Set(files);
  const documents = ["LICENSE", "README.md", "src/index.ts", "dist/index.js", "dist/index.d.ts"];
  const built = files.filter((file) => /^dist\/.*\.(js|d\.ts)$/.test(file) && !isBundled(file, packed));
  return [
    ...[...documents, ...built.map((file) => `${file}.map`)].filter((file) => !packed.has(file)),
    ...built.flatMap((file) => lostSources(folder, `${file}.map`, packed)),
  ].map((file) => `${file} is not packed`);
}

/** Whether a file is bundled with other packages, whose sources are not packed: a program (tsup.program.config.ts), or the page. */
function isBundled(file: string, packed: ReadonlySet<string>): boolean {
  const isOfProgram = /^dist\/(main|program-\w+)\.js$/.test(file) && packed.has("dist/program-licenses.txt");
  return isOfProgram || (file.startsWith("dist/page/") && packed.has("dist/page/licenses.txt"));
}

function lostSources(folder: string, map: string, packed: ReadonlySet<string>): string[] {
  if (!packed.has(map)) return [];
  const { sources } = JSON.parse(readFileSync(path.join(folder, map), "utf8")) as { sources: readonly string[] };
  return sources
    .map((source) => path.posix.join(path.posix.dirname(map), source))
    .filter((source) => !packed.has(source))
    .map((source) => `${source}, the source of ${map},`);
}
