import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import type { Place, World } from "./world.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** Programs that load the sources instead of the build: a file, and additional arguments for each command line. */
const programs: Readonly<Record<string, readonly [file: string, added: string]>> = {
  capstan: ["packages/cli/src/main.ts", ""],
  vitest: [
    "node_modules/vitest/vitest.mjs",
    `--config ${path.join(root, "packages/create-capstan-provider/test/vitest.generated.config.ts")}`,
  ],
  tsc: ["node_modules/typescript/bin/tsc", "--customConditions source"],
};

/**
 * The sources of this repository, without a build or download. Skips type checks where the page expects no problem, because each check
 * would read all sources again; compiled-projects.test.ts checks all at once.
 */
export const onSources: World = {
  variables: {
    NODE_OPTIONS: "--conditions=source",
    PATH: `${path.dirname(process.execPath)}:${process.env.PATH ?? ""}`,
  },
  translate(command) {
    if (checksTypes.includes(command) || isInstall(command)) return "true";
    const create = path.join(root, "packages/create-capstan-provider/src/main.ts");
    return command.replace(/^npm create capstan-provider@latest (.+?) -- /, `node ${create} $1 `);
  },
  async afterwards(command, place) {
    if (isInstall(command)) await install(place);
  },
};

const checksTypes: readonly string[] = ["npm run lint", "npm run typecheck"];

function isInstall(command: string): boolean {
  return command === "npm install";
}

/** Links the workspace's node_modules into a project. */
async function install({ cwd }: Place): Promise<void> {
  const target = path.join(cwd, "node_modules");
  await mkdir(path.join(target, ".bin"), { recursive: true });
  const source = path.join(root, "node_modules");
  for (const name of await readdir(source)) {
    if (!name.startsWith(".")) await symlink(path.join(source, name), path.join(target, name));
  }
  for (const name of await readdir(path.join(source, ".bin"))) {
    if (!(name in programs)) await symlink(path.join(source, ".bin", name), path.join(target, ".bin", name));
  }
  for (const [name, [file, added]] of Object.entries(programs)) {
    const script = `#!/bin/sh\nexec node ${path.join(root, file)} "$@" ${added}\n`;
    await writeFile(path.join(target, ".bin", name), script, { mode: 0o755 });
  }
}
