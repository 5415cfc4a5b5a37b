/** `npm run lint`: the pages, the rules and the templates have no word that lint/word-list.js replaces. */
import { globSync, readFileSync } from "node:fs";
import console from "node:console";
import path from "node:path";
import process from "node:process";
import { describeWord, findWords } from "./find-words.js";

const root = path.resolve(import.meta.dirname, "..");
const written = [
  "*.md",
  "{docs,test}/**/*.md",
  "{packages,examples}/*/README.md",
  "examples/README.md",
  "packages/contract/rules.yaml",
  "packages/create-capstan-provider/templates/**/*.{md,ts,json,yaml}",
];
/** API pages contain the comments of the code. */
const left = ["docs/generated/**"];

/** The list of the words in the page itself, and headings of other pages. */
const quoted = /<!-- (words|headings) -->[\s\S]*?<!-- \/\1 -->/g;

/** The problems of a page, each as `line: message`. */
export function findingsIn(text) {
  const prose = text.replaceAll(quoted, (table) => table.replaceAll(/[^\n]/g, " "));
  return findWords(prose).map((word) => `${prose.slice(0, word.index).split("\n").length}: ${describeWord(word)}`);
}

export const pages = () => globSync(written, { cwd: root, exclude: left }).sort();

if (process.argv[1] === import.meta.filename) {
  const files = pages();
  if (files.length === 0) throw new Error("There are no pages to check.");
  const findings = files.flatMap((file) =>
    findingsIn(readFileSync(path.join(root, file), "utf8")).map((finding) => `${file}:${finding}`),
  );
  if (findings.length > 0) {
    console.error(findings.join("\n"));
    process.exitCode = 1;
  }
}
