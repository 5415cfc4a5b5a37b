import path from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { helpText, parseCommandLine } from "./command-line.ts";
import { type Ask, complete } from "./complete.ts";
import { ScaffoldError } from "./problem.ts";
import { scaffold, type ScaffoldResult } from "./scaffold.ts";

/** The input and output of a run. */
export interface RunContext {
  /** Asks for the values that the command line lacks. Default: no questions. */
  readonly ask?: Ask;
  /** Standard output. */
  readonly write: (text: string) => void;
  /** Standard error. */
  readonly writeError: (text: string) => void;
  /** The base of relative folders, for the output of the next steps. */
  readonly cwd: string;
}

/**
 * The whole program except for the terminal.
 *
 * @returns the exit status: 0, 1 if the project could not be written, 2 if the options are invalid.
 *
 * @example
 * ```ts
 * import { run } from "create-capstan-provider";
 *
 * const context = {
 *   write: (text: string) => console.log(text),
 *   writeError: (text: string) => console.error(text),
 *   cwd: process.cwd(),
 * };
 * console.log(await run(["--help"], context)); // 0
 * ```
 */
export async function run(argv: readonly string[], context: RunContext): Promise<number> {
  const json = argv.includes("--json");
  try {
    const line = parseCommandLine(argv);
    if (line.help || line.version) {
      context.write(line.help ? helpText() : `${packageJson.version}\n`);
      return 0;
    }
    const options = await complete(line, line.json ? undefined : context.ask);
    const result = await scaffold({ ...options, folder: path.resolve(context.cwd, options.folder) });
    context.write(json ? `${JSON.stringify(result)}\n` : summary(result, context.cwd));
    return 0;
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error;
    const { code, reason, problems, message } = error;
    if (json) context.write(`${JSON.stringify({ error: { code, reason, problems } })}\n`);
    else context.writeError(`${message}\n`);
    return reason === "InvalidOptions" ? 2 : 1;
  }
}

function summary({ folder, files, crds }: ScaffoldResult, cwd: string): string {
  const relative = path.relative(cwd, folder);
  const steps = [...(relative === "" ? [] : [`cd ${relative}`]), "npm install", "npm test", "npm run dev"];
  return `${files.length} files in ${folder}${crds.length === 0 ? "" : `\nCRDs: ${crds.join(", ")}`}

Next:
${steps.map((step) => `  ${step}\n`).join("")}`;
}
