// npm run road -- newcomer
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { jsonOption, optionsOf, script } from "@capstan/harness/script";
import { packAll } from "@capstan/harness/publishing";
import { Steps } from "../road/steps.ts";
import { followTutorial } from "./follow-tutorial.ts";
import { newcomer, newcomersPath, summaryOf } from "./newcomers-path.ts";

const command = script(
  "Follows the steps of a newcomer at the last commit, and measures each: clones and installs the repository, creates a Cluster with the demo, " +
    "and follows the first tutorial, from an empty folder to a provider whose first change is tested and visible under capstan dev. The times " +
    "do not include reading and typing.",
  "The packages are not on a registry, so the script builds and packs them in between; this time is shown, and not counted.",
)
  .option(...jsonOption)
  .option("--keep", "keep the folder, and print it", false);
const { json, keep } = optionsOf(command);
await main();

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-newcomer-"));
  const [loadBefore = 0] = loadavg();
  const steps = new Steps((line) => process.stderr.write(`${line}\n`));
  try {
    await walk({ folder, steps });
    const walked = newcomersPath(steps.taken, [loadBefore, loadavg()[0] ?? 0]);
    process.stdout.write(json ? `${JSON.stringify(walked, undefined, 2)}\n` : summaryOf(walked));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    if (keep) process.stderr.write(`kept: ${folder}\n`);
    else await rm(folder, { recursive: true, force: true });
  }
}

async function walk({ folder, steps }: { readonly folder: string; readonly steps: Steps }): Promise<void> {
  const root = path.resolve(import.meta.dirname, "../..");
  const clone = path.join(folder, "capstan");
  await steps.command(newcomer, ["git", "clone", "--quiet", `file://${root}`, clone], folder, "git clone");
  await steps.command(newcomer, ["npm", "ci", "--no-audit", "--no-fund"], clone, "npm ci");
  await steps.command(newcomer, ["npm", "run", "demo"], clone);

  const packages = await steps.timed("registry", "packages are built and packed", 0, async () => {
    const quiet = new Steps(() => undefined);
    await quiet.command("registry", ["npm", "run", "build"], clone);
    const tarballs = path.join(folder, "tarballs");
    await mkdir(tarballs);
    return packAll(tarballs, clone);
  });
  await followTutorial({ packages, clone, folder, steps });
}
