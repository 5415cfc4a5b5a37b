// npm run tutorials, after npm run build: follows the tutorials as a newcomer would, from packed packages. `-- --help` says more.
import { globSync } from "node:fs";
import { mkdir, mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { packAll } from "@capstan/harness/publishing";
import { onPackages } from "./on-packages.ts";
import { Walk } from "./walk.ts";
import type { World } from "./world.ts";

const help = `Usage: npm run tutorials -- [--only NAME] [--json]

Follows each page of docs/tutorials in an empty folder, from packed packages: types its commands, writes its files, makes its changes, and
compares what is printed with what the page shows.

  --only NAME  one page, such as machine-pool (default: all)
  --json       prints seconds and commands of each page as JSON, at the end
`;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const folder = path.resolve(import.meta.dirname, "../../../docs/tutorials");
const pages = globSync(`${values.only ?? "*"}.md`, { cwd: folder }).sort();

if (values.help) process.stdout.write(help);
else if (pages.length === 0) {
  process.stderr.write(`${values.only ?? ""} is not a tutorial.\n\n${help}`);
  process.exitCode = 2;
} else await main();

interface FollowedPage {
  readonly page: string;
  readonly seconds: number;
  readonly commands: number;
}

async function main(): Promise<void> {
  await using home = await mkdtempDisposable(path.join(tmpdir(), "capstan-tutorials-"));
  const tarballs = path.join(home.path, "tarballs");
  await mkdir(tarballs);
  const world = await onPackages(await packAll(tarballs), path.join(home.path, "npx"));
  const followed: FollowedPage[] = [];
  for (const page of pages) {
    try {
      followed.push(await follow(page, world, path.join(home.path, page)));
    } catch (error) {
      process.stderr.write(`${page}: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
  if (values.json) process.stdout.write(`${JSON.stringify(followed, undefined, 2)}\n`);
}

async function follow(page: string, world: World, home: string): Promise<FollowedPage> {
  await mkdir(home);
  await using walk = new Walk(world, home);
  await walk.walk(await readFile(path.join(folder, page), "utf8"));
  const seconds = Math.round(walk.taken.reduce((sum, step) => sum + step.seconds, 0));
  const commands = walk.taken.filter(({ command }) => command !== undefined).length;
  process.stderr.write(`${String(seconds).padStart(4)} s  ${String(commands).padStart(2)} commands  ${page}\n`);
  return { page, seconds, commands };
}
