import { type Family } from "../../build/commands/family/family.ts";

/** The scripts for `npm run`, of the project and of its workspaces. */
export interface Runnable {
  readonly scripts: readonly string[];
  readonly families: readonly Family[];
  readonly workspaces: ReadonlyMap<string, readonly string[]>;
}

/** The invalid `npm run` calls in a line: no script has the name, and no member of its family has. */
export function unknownScripts(line: string, { scripts, families, workspaces }: Runnable): string[] {
  const calls = line.matchAll(
    /npm run (?:--silent )?(\w[\w-]*(?::\w[\w-]*)*)(?: --silent)?(?: -w ([@\w/-]+))?(?: -- ([\w-]+))?/g,
  );
  return [...calls].flatMap(([call, name = "", workspace, first]) => {
    if (workspace !== undefined) return workspaces.get(workspace)?.includes(name) === true ? [] : [call];
    if (!scripts.includes(name)) return [call];
    const family = families.find((each) => each.name === name);
    return family === undefined || first === undefined || takes(family, first) ? [] : [call];
  });
}

function takes({ byDefault, members }: Family, first: string): boolean {
  if (first.startsWith("-")) return byDefault !== undefined || first === "--help";
  return members.some((member) => member.name === first);
}
