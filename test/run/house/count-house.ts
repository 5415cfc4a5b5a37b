import path from "node:path";
import { likePairs } from "./like-pairs.ts";
import { type TreeFile } from "./tree.ts";

/** The amount of code and pages that a contributor has to navigate. */
export type Counts = Readonly<Record<string, number>>;

/** Pages that a newcomer reads until the first own provider runs. */
const firstPages = ["README.md", "docs/tutorials/infrastructure-provider.md"];

/** Sizes of a commit, by category. */
export function countHouse(files: readonly TreeFile[]): Counts {
  const code = files.filter(({ path: file }) => /\.(?:ts|tsx|js|mjs)$/.test(file));
  const of = (kind: Kind): readonly TreeFile[] => code.filter(({ path: file }) => kindOf(file) === kind);
  const pages = files.filter(({ path: file }) => file.endsWith(".md"));
  const scripts = files.find(({ path: file }) => file === "package.json")?.text ?? '{"scripts":{}}';
  return {
    files: files.length,
    "files of source": of("source").length,
    "lines of source": linesOf(of("source")),
    "lines of tests": linesOf(of("tests")),
    "lines of tools": linesOf(of("tools")),
    "words of documentation": wordsOf(pages),
    "words before the first provider runs": wordsOf(pages.filter(({ path: file }) => firstPages.includes(file))),
    "source files of at most 25 lines": of("source").filter(({ text }) => lineCount(text) <= 25).length,
    "source files of more than 350 lines": of("source").filter(({ text }) => lineCount(text) > 350).length,
    "folders of one file": foldersOfOneFile(code),
    "pairs of six like lines": likePairs(of("source")),
    "npm scripts": Object.keys((JSON.parse(scripts) as { scripts: object }).scripts).length,
  };
}

type Kind = "source" | "tests" | "tools";

function kindOf(file: string): Kind {
  if (/^(?:build|lint|\.ci)\//.test(file) || !file.includes("/")) return "tools";
  return /(?:^|\/)test\/|\.test\.ts$/.test(file) ? "tests" : "source";
}

function foldersOfOneFile(files: readonly TreeFile[]): number {
  const entries = new Map<string, Set<string>>();
  for (const { path: file } of files) {
    for (let entry = file; entry.includes("/"); entry = path.dirname(entry)) {
      const folder = path.dirname(entry);
      entries.set(folder, (entries.get(folder) ?? new Set()).add(entry));
    }
  }
  return [...entries.values()].filter(({ size }) => size === 1).length;
}

function linesOf(files: readonly TreeFile[]): number {
  return files.reduce((sum, { text }) => sum + lineCount(text), 0);
}

function lineCount(text: string): number {
  return text.split("\n").length - 1;
}

function wordsOf(files: readonly TreeFile[]): number {
  return files.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0);
}
