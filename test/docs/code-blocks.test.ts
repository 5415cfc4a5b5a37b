import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const pages = globSync(["*.md", "docs/**/*.md", "packages/*/README.md"], {
  cwd: root,
  exclude: ["docs/api/**"],
}).sort();

/** Each TypeScript block of the pages, as a file next to its page, by its name. */
function codeBlocks(): Map<string, string> {
  const blocks = new Map<string, string>();
  for (const page of pages) {
    const text = readFileSync(path.join(root, page), "utf8");
    // `<!-- given: code -->` before a block declares what the block takes for granted.
    for (const match of text.matchAll(/(?:<!-- given:([\s\S]*?)-->\s*)?```ts\n([\s\S]*?)```/g)) {
      const line = text.slice(0, match.index).split("\n").length;
      const name = path.join(root, path.dirname(page), `${path.basename(page, ".md")}-line-${line}.ts`);
      blocks.set(name, `${match[1] ?? ""}\n${match[2] ?? ""}\nexport {};\n`);
    }
  }
  return blocks;
}

test("every TypeScript block of the documentation compiles", { timeout: 120_000 }, () => {
  const blocks = codeBlocks();
  expect(blocks.size).toBeGreaterThan(0);
  const read = ts.readConfigFile(path.join(root, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(read.config as object, ts.sys, root);
  const blockOptions: ts.CompilerOptions = { ...options, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(blockOptions);
  const readFile = host.readFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  host.fileExists = (file) => blocks.has(file) || fileExists(file);
  host.readFile = (file) => blocks.get(file) ?? readFile(file);
  host.getSourceFile = (file, language, ...rest) => {
    const text = blocks.get(file);
    if (text !== undefined) return ts.createSourceFile(file, text, language);
    return getSourceFile(file, language, ...rest);
  };
  const program = ts.createProgram([...blocks.keys()], blockOptions, host);
  const problems = [...blocks.keys()].flatMap((name) => {
    const source = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  const messages = problems.map(({ file, start = 0, messageText }) => {
    const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
    return `${path.relative(root, file?.fileName ?? "")}, line ${line} of the block: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
  expect(messages).toEqual([]);
});
