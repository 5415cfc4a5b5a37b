import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Workspace } from "./workspaces.ts";

/** A bill of materials in CycloneDX, as far as it is checked. */
export interface Sbom {
  readonly bomFormat: string;
  readonly components: readonly {
    readonly "bom-ref": string;
    readonly purl: string;
    readonly licenses?: readonly unknown[];
    readonly hashes?: readonly unknown[];
  }[];
}

/** What the published packages are made of, everything that they depend on included. */
export async function makeSbom(root: string, published: readonly Workspace[]): Promise<Sbom> {
  const workspaces = published.flatMap(({ manifest }) => ["--workspace", manifest.name]);
  const argv = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", ...workspaces];
  const { stdout } = await promisify(execFile)("npm", argv, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Sbom;
}

/** What is missing in a bill of materials: a package, what one depends on, or what identifies a component of others. */
export function sbomProblems(sbom: Sbom, published: readonly Workspace[]): string[] {
  if (sbom.bomFormat !== "CycloneDX") return [`its format is ${sbom.bomFormat}, not CycloneDX`];
  const known = new Set(sbom.components.map((component) => component["bom-ref"]));
  const ours = published.map(({ manifest }) => `${manifest.name}@${manifest.version}`);
  const asked = published.flatMap(({ manifest }) =>
    Object.entries(manifest.dependencies ?? {}).map(([name, version]) => `${name}@${version}`),
  );
  const missing = [...new Set([...ours, ...asked])].filter((component) => !known.has(component));
  const unidentified = sbom.components.filter(
    ({ purl, licenses = [], hashes = [], ...component }) =>
      !purl.startsWith("pkg:npm/") ||
      licenses.length === 0 ||
      (hashes.length === 0 && !ours.includes(component["bom-ref"])),
  );
  return [
    ...missing.map((component) => `${component} is missing`),
    ...unidentified.map((component) => `${component["bom-ref"]} has no package URL, license or hash`),
  ];
}
