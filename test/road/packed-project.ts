import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { PackedPackage } from "@capstan/harness/publishing";

export type Command = readonly [string, ...string[]];

/** The command that installs a project, preferably from npm's cache. */
export const install: Command = ["npm", "install", "--no-audit", "--no-fund", "--prefer-offline"];

/**
 * Installs `create-capstan-provider` from its tarball, like `npm create` from the registry.
 * @param home - a folder for it, which is created.
 * @param run - runs the command in that folder.
 * @returns the path of the program.
 */
export async function installCreator(
  home: string,
  packages: readonly PackedPackage[],
  run: (command: Command) => Promise<unknown>,
): Promise<string> {
  const { "create-capstan-provider": creator = "", ...overrides } = tarballsOf(packages);
  await mkdir(home);
  await writeFile(path.join(home, "package.json"), JSON.stringify({ overrides }));
  await run([...install, creator]);
  return path.join(home, "node_modules/.bin/create-capstan-provider");
}

/** Makes a project use the packages from tarballs, in place of the registry. */
export async function useTarballs(project: string, packages: readonly PackedPackage[]): Promise<void> {
  const tarballs = tarballsOf(packages);
  const file = path.join(project, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as Record<string, Record<string, string>>;
  for (const section of ["dependencies", "devDependencies"]) {
    const dependencies = manifest[section] ?? {};
    for (const name of Object.keys(dependencies)) dependencies[name] = tarballs[name] ?? dependencies[name] ?? "";
  }
  manifest.overrides = { ...manifest.overrides, ...tarballs };
  await writeFile(file, JSON.stringify(manifest, undefined, 2));
}

function tarballsOf(packages: readonly PackedPackage[]): Record<string, string> {
  return Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
}
