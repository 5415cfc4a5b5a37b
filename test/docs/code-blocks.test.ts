import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { blocksOfExamples, blocksOfPages, moduleOf, root } from "./blocks/code-block.ts";

/** Each TypeScript block of pages and comments, as a file next to its source, by name. */
function codeBlocks(): Map<string, string> {
  const blocks = [blocksOfPages(), blocksOfExamples()];
  for (const each of blocks) expect(each.length).toBeGreaterThan(0);
  return new Map(
    blocks.flat().map((block) => {
      const { dir, name } = path.parse(block.file);
      return [path.join(root, dir, `${name}-line-${block.line}.ts`), moduleOf(block)];
    }),
  );
}

test("every TypeScript block of the documentation and of examples in comments compiles", () => {
  const blocks = codeBlocks();
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
