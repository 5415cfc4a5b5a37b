// npm run release
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { optionsOf, script } from "@capstan/harness/script";
import { packAll } from "@capstan/harness/publishing";
import { makeSbom, sbomProblems } from "./sbom.ts";
import { publishedOf } from "./workspaces.ts";

const execute = promisify(execFile);
const command = script(
  "Publishes every package, with its provenance, and writes the bill of materials to release/sbom.cdx.json.",
  "Publishes the output of `npm run build`.",
).option("--dry-run", "do everything except the upload; needs neither a registry nor credentials", false);
const { dryRun: isDry } = optionsOf(command);
// No server listens there, so a dry run that contacts a registry fails.
const nowhere = ["--dry-run", "--registry", "http://127.0.0.1:9", "--fetch-retries", "0"];

const root = process.cwd();
const published = publishedOf(root);
const versions = new Set(published.map(({ manifest }) => manifest.version));
if (versions.size !== 1)
  throw new Error(`All packages are released together, but have ${[...versions].join(" and ")}.`);

const sbom = await makeSbom(root, published);
const problems = sbomProblems(sbom, published);
if (problems.length > 0) throw new Error(`The bill of materials is incomplete:\n${problems.join("\n")}`);
await mkdir("release", { recursive: true });
await writeFile("release/sbom.cdx.json", `${JSON.stringify(sbom, undefined, 2)}\n`);

const folder = await mkdtemp(path.join(tmpdir(), "capstan-release-"));
try {
  const packed = await packAll(folder);
  if (packed.length === 0 || packed.length !== published.length)
    throw new Error(`${packed.length} of ${published.length} packages were packed.`);
  for (const { name, tarball } of packed) {
    const { stdout } = await execute("npm", ["publish", tarball, ...(isDry ? nowhere : [])], { cwd: root });
    process.stdout.write(`${isDry ? "would publish" : "published"} ${stdout.trim().replace(/^\+ /, "") || name}\n`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(`${published.length} packages, ${sbom.components.length} components in release/sbom.cdx.json\n`);
