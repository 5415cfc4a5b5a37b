import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/**
 * Imports form no circle: not between files, and not between folders, on any level of a package's sources, its page, its tests, and the
 * repository's tests. A level consists of a folder's subfolders, each with everything below it, and its own files, which count as one. Type
 * imports count, because a reader must follow them, too.
 */

/** The imports of each file below `source`, by absolute paths. */
function readImports(source) {
  const files = readdirSync(source, { recursive: true })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(source, file));
  return new Map(
    files.map((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"));
      return [file, new Set(importedFiles.flatMap(({ fileName }) => targetOf(file, fileName) ?? []))];
    }),
  );
}

/** The file of a relative import. Imports of other packages have a direction of their own (imports.js). */
function targetOf(file, specifier) {
  const target = path.resolve(path.dirname(file), specifier);
  return specifier.startsWith(".") && existsSync(target) ? target : undefined;
}

/** Where the paths of two files diverge: their common folder, and the entry of each in it. */
function partingOf(from, to) {
  let folder = path.dirname(from);
  while (!to.startsWith(folder + path.sep)) folder = path.dirname(folder);
  const standsFor = (file) => {
    const [entry, ...below] = path.relative(folder, file).split(path.sep);
    return below.length > 0 ? entry : "the files here";
  };
  return { folder, from: standsFor(from), to: standsFor(to) };
}

/** The nodes that remain if those without an import, or with imports of removed nodes only, are removed again and again. */
function mayBeInCircles(imports) {
  const importers = new Map();
  for (const [from, targets] of imports) {
    for (const to of targets) importers.set(to, [...(importers.get(to) ?? []), from]);
  }
  const count = new Map([...imports].map(([from, targets]) => [from, targets.size]));
  const removed = new Set([...importers.keys(), ...count.keys()].filter((node) => (count.get(node) ?? 0) === 0));
  for (const node of removed) {
    for (const importer of importers.get(node) ?? []) {
      const left = count.get(importer) - 1;
      count.set(importer, left);
      if (left === 0) removed.add(importer);
    }
  }
  return new Set([...count.keys()].filter((node) => !removed.has(node)));
}

/** Imports, of files or of folders, and the way of a circle in them. */
class Graph {
  #imports;
  #suspects;

  constructor(imports) {
    this.#imports = imports;
    this.#suspects = mayBeInCircles(imports);
  }

  /** The shortest path from `start` to `end`, which imports `start`; `undefined` if there is none. */
  wayBack(start, end) {
    const isPossible = this.#suspects.has(start) && this.#suspects.has(end);
    return isPossible ? wayBetween(this.#imports, start, end) : undefined;
  }
}

/** The shortest path from `start` to `end`; `undefined` if there is none. */
function wayBetween(imports, start, end) {
  const cameFrom = new Map([[start, undefined]]);
  for (const node of cameFrom.keys()) {
    if (node === end) return wayTo(cameFrom, end);
    for (const next of imports.get(node) ?? []) {
      if (!cameFrom.has(next)) cameFrom.set(next, node);
    }
  }
  return undefined;
}

function wayTo(cameFrom, end) {
  const way = [];
  for (let node = end; node !== undefined; node = cameFrom.get(node)) way.unshift(node);
  return way;
}

/** The imports of a package, between its files and on each of its levels. */
class PackageImports {
  #source;
  #files;
  #levels;

  constructor(source) {
    this.#source = source;
    const files = readImports(source);
    const levels = new Map();
    for (const [from, targets] of files) for (const to of targets) addToLevel(levels, partingOf(from, to));
    this.#files = new Graph(files);
    this.#levels = new Map([...levels].map(([folder, imports]) => [folder, new Graph(imports)]));
  }

  /** The problem of `file` importing `target`; `undefined` if there is none. */
  circleBy(file, target) {
    const files = this.#files.wayBack(target, file);
    if (files !== undefined) {
      const names = [file, ...files].map((name) => path.relative(this.#source, name));
      return `These files import each other in a circle: ${names.join(" → ")}.`;
    }
    const { folder, from, to } = partingOf(file, target);
    if (from === to) return undefined;
    const folders = this.#levels.get(folder)?.wayBack(to, from);
    if (folders === undefined) return undefined;
    const place = path.relative(path.dirname(this.#source), folder);
    return `Folders import each other in a circle: ${[from, ...folders].join(" → ")}, in ${place}.`;
  }
}

function addToLevel(levels, { folder, from, to }) {
  if (from === to) return;
  const level = levels.get(folder) ?? new Map();
  levels.set(folder, level.set(from, (level.get(from) ?? new Set()).add(to)));
}

/** Read once per run: a circle from an editor's last change shows in the next run. */
const known = new Map();

function importsOfPackage(source) {
  const imports = known.get(source) ?? new PackageImports(source);
  known.set(source, imports);
  return imports;
}

/** The folder whose imports form no circle: `src`, `test` or `page` of a package, or the repository's `test`. */
function sourceOf({ filename, cwd }) {
  const [source] = /^.*?[\\/]packages[\\/][^\\/]+[\\/](?:src|test|page)(?=[\\/])/.exec(filename) ?? [];
  const ofTheWhole = path.join(cwd, "test");
  return source ?? (filename.startsWith(ofTheWhole + path.sep) ? ofTheWhole : undefined);
}

const noCircles = {
  create(context) {
    const source = sourceOf(context);
    if (source === undefined) return {};
    const check = (node) => {
      const target = typeof node.source?.value === "string" ? targetOf(context.filename, node.source.value) : undefined;
      if (target?.startsWith(source + path.sep) !== true) return;
      const message = importsOfPackage(source).circleBy(context.filename, target);
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export const circles = {
  files: ["packages/*/{src,test}/**/*.ts", "packages/*/page/**/*.{ts,tsx}", "test/**/*.ts"],
  plugins: { circles: { rules: { "no-circles": noCircles } } },
  rules: { "circles/no-circles": "error" },
};
