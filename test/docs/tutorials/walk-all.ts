// npm run road -- tutorials
import { globSync } from "node:fs";
import { mkdir, mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { jsonOption, oneOf, optionsOf, script } from "@capstan/harness/script";
import { packAll } from "@capstan/harness/publishing";
import { onPackages } from "./on-packages.ts";
import { Walk } from "./walk.ts";
import type { World } from "./world.ts";

const folder = path.resolve(import.meta.dirname, "../../../docs/tutorials");
const names = globSync("*.md", { cwd: folder })
  .map((page) => path.basename(page, ".md"))
  .sort();
const command = script(
  "Follows each page of docs/tutorials in an empty folder, with packed packages: runs its commands, writes its files, makes its changes, and " +
    "compares the output with the page.",
  "Uses the output of `npm run build`. Exits with 1 if the output differs from a page.",
)
  .option("--only <name>", `one page of ${names.join(", ")}`, oneOf(names))
  .option(...jsonOption);
const { only, json } = optionsOf(command);
const pages = (only === undefined ? names : [only]).map((name) => `${name}.md`);
await main();

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
  if (json) process.stdout.write(`${JSON.stringify(followed, undefined, 2)}\n`);
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
