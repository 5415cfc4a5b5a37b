import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const root = path.resolve(import.meta.dirname, "..");

/** The fields of a package's manifest that define its exports. */
interface Manifest {
  readonly exports: Record<string, string | { readonly source?: string }>;
}

/** The sources of a package's entry points, by the exported subpath. */
export function entrySources(folder: string): Map<string, string> {
  const { exports } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
  return new Map(
    Object.entries(exports).flatMap(([subpath, target]) =>
      // The starters of programs are JavaScript with hand-written declarations.
      typeof target === "string" || target.source === undefined
        ? []
        : [[subpath, path.join(folder, target.source)] as const],
    ),
  );
}

/**
 * Writes the type declarations of packages, one file per source file, each with a map to the published source. Siblings are read from their
 * sources, so no build is needed first.
 *
 * @param outputs - where the declarations of a package are written, by the package's folder; their maps are for its `dist`.
 * @throws Error the sources have type errors.
 */
export function emitDeclarations(outputs: ReadonlyMap<string, string>): void {
  const entries = [...outputs.keys()].flatMap((folder) => [...entrySources(folder).values()]);
  const program = ts.createProgram(entries, compilerOptions());
  for (const [folder, output] of outputs) {
    const sources = path.join(folder, "src") + path.sep;
    const problems = program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.startsWith(sources))
      .flatMap((source) => [
        ...program.emit(source, (file, text) => {
          const name = file.slice(sources.length);
          const published = path.join(folder, "dist", name);
          write(
            path.join(output, name),
            name.endsWith(".map") ? mapTo(source.fileName, published, text) : withJsSpecifiers(text),
          );
        }).diagnostics,
        ...program.getSemanticDiagnostics(source),
      ]);
    if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, formatHost));
  }
}

function write(target: string, text: string): void {
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

const formatHost: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (file) => file,
  getCurrentDirectory: () => root,
  getNewLine: () => "\n",
};

function compilerOptions(): ts.CompilerOptions {
  const read = ts.readConfigFile(path.join(root, "tsconfig.json"), (file) => ts.sys.readFile(file));
  return {
    ...ts.parseJsonConfigFileContent(read.config as object, ts.sys, root).options,
    noEmit: false,
    declaration: true,
    declarationMap: true,
    emitDeclarationOnly: true,
  };
}

function mapTo(source: string, published: string, text: string): string {
  const map = JSON.parse(text) as object;
  return JSON.stringify({ ...map, sources: [path.relative(path.dirname(published), source)] });
}

/** Declarations import the published file, not the source. Both names have the same length, so the map stays valid. */
function withJsSpecifiers(text: string): string {
  return text.replaceAll(/(\b(?:from |import\(|import )"\.{1,2}\/[^"\n]+)\.ts"/g, '$1.js"');
}
