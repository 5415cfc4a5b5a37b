import { execFile } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import type { PackedPackage } from "@capstan/harness/publishing";
import { installCreator, useTarballs } from "../../road/packed-project.ts";
import type { World } from "./world.ts";

const create = /^npm create capstan-provider@latest (?<project>\S+) -- /;

/** Packages as from a registry. @param home - a folder for `create-capstan-provider`, which is created. */
export async function onPackages(packages: readonly PackedPackage[], home: string): Promise<World> {
  const program = await installCreator(home, packages, ([npm, ...argv]) =>
    promisify(execFile)(npm, argv, { cwd: home }),
  );
  return {
    variables: {
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH ?? ""}`,
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_prefer_offline: "true",
    },
    translate: (command) => command.replace(create, (_, project: string) => `${program} ${project} `),
    async afterwards(command, { cwd }) {
      const { project } = create.exec(command)?.groups ?? {};
      if (project !== undefined) await useTarballs(path.join(cwd, project), packages);
    },
  };
}
