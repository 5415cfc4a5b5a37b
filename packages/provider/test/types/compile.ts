import path from "node:path";
import ts from "typescript";

const folder = import.meta.dirname;
const workspace = path.resolve(folder, "../../../..");

/**
 * The compiler errors for each source, by name, including hints about the types; empty if it compiles. All sources form one program, as
 * strict as the workspace, so that this package is read once.
 */
export function compile<Name extends string>(sources: Readonly<Record<Name, string>>): Record<Name, string[]> {
  const options = compilerOptions();
  const strings = new Map(Object.entries<string>(sources).map(([name, text]) => [fileOf(name), text]));
  const disk = ts.createCompilerHost(options);
  const program = ts.createProgram([...strings.keys()], options, {
    ...disk,
    fileExists: (file) => strings.has(file) || disk.fileExists(file),
    readFile: (file) => strings.get(file) ?? disk.readFile(file),
    getSourceFile: (file, language, ...rest) => {
      const text = strings.get(file);
      return text === undefined
        ? disk.getSourceFile(file, language, ...rest)
        : ts.createSourceFile(file, text, language, true);
    },
  });
  const results = Object.keys(sources).map((name) => {
    const source = program.getSourceFile(fileOf(name));
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return [name, found.map(textOf)] as const;
  });
  return Object.fromEntries(results) as Record<Name, string[]>;
}

function fileOf(name: string): string {
  return path.join(folder, `${name.replaceAll(/[^A-Za-z0-9]+/g, "-")}.virtual.ts`);
}

function compilerOptions(): ts.CompilerOptions {
  const file = path.join(workspace, "tsconfig.json");
  const config: unknown = ts.readConfigFile(file, (name) => ts.sys.readFile(name)).config;
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, workspace);
  // The sources import everything that any of them may need.
  return { ...options, noUnusedLocals: false, noErrorTruncation: true };
}

function textOf(diagnostic: ts.Diagnostic): string {
  const hints = (diagnostic.relatedInformation ?? []).map(({ messageText }) => messageText);
  return [diagnostic.messageText, ...hints].map((text) => ts.flattenDiagnosticMessageText(text, "\n")).join("\n");
}
