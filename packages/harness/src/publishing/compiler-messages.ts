import path from "node:path";
import ts from "typescript";

/**
 * The compiler's messages for projects that exist only in memory, against the sources of the workspace.
 *
 * @param virtual - the files of one or several projects, by their paths in this repository; all are compiled by the first tsconfig.json.
 */
export function compilerMessages(virtual: ReadonlyMap<string, string>): string[] {
  const [config = "", settings = ""] = [...virtual].find(([file]) => path.basename(file) === "tsconfig.json") ?? [];
  const read = ts.parseConfigFileTextToJson("tsconfig.json", settings);
  const { options: own } = ts.parseJsonConfigFileContent(read.config as object, ts.sys, path.dirname(config));
  const options: ts.CompilerOptions = { ...own, customConditions: ["source"] };
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  const fileExists = host.fileExists.bind(host);
  const getSourceFile = host.getSourceFile.bind(host);
  const directoryExists = host.directoryExists?.bind(host);
  const folders = new Set([...virtual.keys()].map((file) => path.dirname(file)));
  host.readFile = (file) => virtual.get(file) ?? readFile(file);
  host.fileExists = (file) => virtual.has(file) || fileExists(file);
  host.directoryExists = (folder) => folders.has(folder) || directoryExists?.(folder) === true;
  host.getSourceFile = (file, language, ...rest) => {
    const text = virtual.get(file);
    return text === undefined ? getSourceFile(file, language, ...rest) : ts.createSourceFile(file, text, language);
  };
  const names = [...virtual.keys()].filter((file) => file.endsWith(".ts"));
  const program = ts.createProgram(names, options, host);
  return names
    .flatMap((name) => {
      const source = program.getSourceFile(name);
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    })
    .map(({ file, messageText }) => `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
}
