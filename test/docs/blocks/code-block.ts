import { globSync, readFileSync } from "node:fs";
import path from "node:path";

/** The repository. */
export const root = path.resolve(import.meta.dirname, "../../..");

/** A block of TypeScript in a page, or in an `@example` of a comment. */
export interface CodeBlock {
  /** The page or source file, as a path in the repository. */
  readonly file: string;
  /** The line in the file where the block begins, counted from 1. */
  readonly line: number;
  /** `docs/scale.md:12`. */
  readonly place: string;
  /** Its prerequisites: the code of a comment `<!-- given: … -->` above it. */
  readonly given: string;
  readonly code: string;
  /** The reason why it does not run: from a comment `<!-- no-run: … -->` above it. */
  readonly noRun: string | undefined;
}

/** A block of a file that is compiled and run elsewhere: see quotations.test.ts and tutorials/. */
const isOfFile = /<!-- (?:file|part|from): \S+ -->/;

/** All blocks of the pages. */
export function blocksOfPages(): CodeBlock[] {
  const pages = globSync(["*.md", "docs/**/*.md", "packages/*/README.md"], {
    cwd: root,
    exclude: ["docs/generated/**"],
  });
  return pages.sort().flatMap((page) => blocksIn(page, readFileSync(path.join(root, page), "utf8"), 1));
}

/** All blocks of `@example`s in the comments of the packages' sources. */
export function blocksOfExamples(): CodeBlock[] {
  const sources = globSync("packages/*/src/**/*.ts", { cwd: root }).sort();
  return sources.flatMap((source) => {
    const text = readFileSync(path.join(root, source), "utf8");
    return [...text.matchAll(/^ *\/\*\*[\s\S]*?\*\//gm)]
      .filter(([comment]) => comment.includes("@example"))
      .flatMap((match) => {
        const comment = match[0].replaceAll(/^ *\* ?/gm, "");
        return blocksIn(source, comment.slice(comment.indexOf("@example")), lineOf(text, match.index));
      });
  });
}

/** A block as a module of its own. */
export function moduleOf({ given, code }: CodeBlock): string {
  return `${given}\n${code}\nexport {};\n`;
}

function blocksIn(file: string, text: string, firstLine: number): CodeBlock[] {
  const blocks = [...text.matchAll(/((?:<!--[\s\S]*?-->\s*)*)^```ts\n([\s\S]*?)^```/gm)];
  const own = blocks.filter(([, comments = ""]) => !isOfFile.test(comments));
  return own.map((match) => {
    const [, comments = "", code = ""] = match;
    const line = firstLine + lineOf(text, match.index + comments.length) - 1;
    const noRun = /<!-- no-run: ([\s\S]*?) *-->/.exec(comments)?.[1];
    const given = /<!-- given:([\s\S]*?)-->/.exec(comments)?.[1] ?? "";
    return { file, line, place: `${file}:${line}`, given, code, noRun };
  });
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
