// npm run road
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { jsonOption, oneOf, optionsOf, script } from "@capstan/harness/script";
import { goCoreAvailable } from "@capstan/harness/go";
import { packAll } from "@capstan/harness/publishing";
import { buildImages } from "./image.ts";
import { type Role, roles, walk } from "./project.ts";
import { runReleases } from "./releases.ts";
import { Steps } from "./steps.ts";

const allRoles = Object.keys(roles) as Role[];
const command = script(
  "Follows the steps of a new author with packed packages: creates a provider, installs it, tests it with the conformance suite, changes it, " +
    "adds a second version and admission, builds and releases it.",
  "With all roles, and KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS, clusterctl installs the releases on a real API server, and the Go core\n" +
    "brings their Machines to Running and deletes them. Uses the output of `npm run build`.",
)
  .option("--role <role>", `${allRoles.join(", ")} (default: all)`, oneOf(allRoles))
  .option(
    "--images",
    "also build the image of each provider, on this machine's Node, and start it; needs buildah and root",
    false,
  )
  .option(...jsonOption)
  .option("--keep", "keep the projects, and print their folder", false);
const flags = optionsOf(command);
const wanted = flags.role === undefined ? allRoles : [flags.role];
await main();

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-road-"));
  const steps = new Steps((line) => process.stderr.write(`${line}\n`));
  try {
    const tarballs = path.join(folder, "tarballs");
    await mkdir(tarballs);
    const packages = await packAll(tarballs);
    const projects = new Map<Role, string>();
    for (const role of wanted) projects.set(role, await walk(role, folder, packages, steps));
    if (flags.images) await buildImages(projects, tarballs, steps);
    if (wanted.length < Object.keys(roles).length)
      process.stderr.write("Releases are installed with all roles only.\n");
    else if (goCoreAvailable) await runReleases(projects, folder, steps);
    else process.stderr.write("Releases are not installed: there are no reference builds.\n");
    if (flags.json) process.stdout.write(`${JSON.stringify(steps.taken, undefined, 2)}\n`);
    else process.stdout.write(summary(steps));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    if (flags.keep) process.stderr.write(`kept: ${folder}\n`);
    else await rm(folder, { recursive: true, force: true });
  }
}

function summary({ taken }: Steps): string {
  const first = wanted.map((role) => {
    const ofRole = taken.filter((step) => step.role === role);
    const upTo = ofRole.slice(0, 1 + ofRole.findIndex(({ step }) => step.startsWith("npm test")));
    const commands = upTo.reduce((sum, step) => sum + step.commands, 0);
    return `${role}: ${secondsOf(upTo)} s and ${commands} commands from nothing to a passing test`;
  });
  const commands = taken.reduce((sum, step) => sum + step.commands, 0);
  return `${first.join("\n")}\nthe whole road: ${secondsOf(taken)} s, ${commands} commands\n`;
}

function secondsOf(taken: readonly { readonly seconds: number }[]): string {
  return taken.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(1);
}
