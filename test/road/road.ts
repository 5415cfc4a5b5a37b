// npm run road, after npm run build: the road of an author, walked from packed packages. `-- --help` says more.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { goCoreAvailable } from "@capstan/harness/go";
import { packAll } from "@capstan/harness/publishing";
import { buildImages } from "./image.ts";
import { type Role, roles, walk } from "./project.ts";
import { runReleases } from "./releases.ts";
import { Steps } from "./steps.ts";

const help = `Usage: npm run road -- [--role ROLE] [--images] [--json] [--keep]

Walks the road of a new author from packed packages: a provider is created, installed, tested with the conformance suite, changed, given
a second version and admission, built and released. With all roles, and KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS, clusterctl
installs the releases on a real API server, and Machines of them are Running under the Go core, and deleted.

  --role ROLE  ${Object.keys(roles).join(", ")} (default: all)
  --images     builds the image of each provider from its Dockerfile as well, on this machine's Node, and starts it; takes buildah, and root
  --json       prints the steps as JSON, at the end
  --keep       leaves the projects where they are, and says where
`;

const { values } = parseArgs({
  options: {
    role: { type: "string" },
    images: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const wanted = Object.keys(roles).filter((role) => values.role === undefined || role === values.role) as Role[];

if (values.help) process.stdout.write(help);
else if (wanted.length === 0) {
  process.stderr.write(`${values.role ?? ""} is not a role.\n\n${help}`);
  process.exitCode = 2;
} else await main();

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-road-"));
  const steps = new Steps((line) => process.stderr.write(`${line}\n`));
  try {
    const tarballs = path.join(folder, "tarballs");
    await mkdir(tarballs);
    const packages = await packAll(tarballs);
    const projects = new Map<Role, string>();
    for (const role of wanted) projects.set(role, await walk(role, folder, packages, steps));
    if (values.images) await buildImages(projects, tarballs, steps);
    if (wanted.length < Object.keys(roles).length)
      process.stderr.write("Releases are installed with all roles only.\n");
    else if (goCoreAvailable) await runReleases(projects, folder, steps);
    else process.stderr.write("Releases are not installed: there are no reference builds.\n");
    if (values.json) process.stdout.write(`${JSON.stringify(steps.taken, undefined, 2)}\n`);
    else process.stdout.write(summary(steps));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    if (values.keep) process.stderr.write(`kept: ${folder}\n`);
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
