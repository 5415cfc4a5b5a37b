import path from "node:path";
import { run } from "create-capstan-provider";
import { stepsOf } from "./page.ts";
import { applyToFiles } from "./files.ts";

/**
 * Writes the final project of a tutorial, and runs only `npm create` of its commands.
 *
 * @returns its folder.
 */
export async function writeProject(page: string, home: string): Promise<string> {
  const errors: string[] = [];
  let project = home;
  for (const step of stepsOf(page)) {
    if (step.do === "run") {
      const [, name, options = ""] = /^npm create capstan-provider@latest (\S+) -- (.*)$/.exec(step.command) ?? [];
      if (name === undefined) continue;
      project = path.join(home, name);
      const context = { cwd: home, write: () => undefined, writeError: (text: string) => errors.push(text) };
      if ((await run([name, ...options.split(" ")], context)) !== 0) throw new Error(errors.join(""));
    } else if ("file" in step) await applyToFiles(step, project);
  }
  return project;
}
