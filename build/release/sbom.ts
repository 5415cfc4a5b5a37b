import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { Workspace } from "./workspaces.ts";

/** A CycloneDX SBOM, with the checked fields. */
export interface Sbom {
  readonly bomFormat: string;
  readonly components: readonly SbomComponent[];
}

interface SbomComponent {
  readonly "bom-ref": string;
  readonly name: string;
  readonly purl: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly unknown[];
}

/** Generates the SBOM of the published packages, with all dependencies. */
export async function makeSbom(root: string, published: readonly Workspace[]): Promise<Sbom> {
  const workspaces = published.flatMap(({ manifest }) => ["--workspace", manifest.name]);
  const argv = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", ...workspaces];
  const { stdout } = await promisify(execFile)("npm", argv, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const sbom = JSON.parse(stdout) as Sbom;
  return { ...sbom, components: sbom.components.map((component) => withLicense(root, component)) };
}

/** A component with the license that an old manifest states in the field `licenses`, which npm does not read. */
function withLicense(root: string, component: SbomComponent): SbomComponent {
  if ((component.licenses ?? []).length > 0) return component;
  const manifest = path.join(root, "node_modules", component.name, "package.json");
  if (!existsSync(manifest)) return component;
  const { licenses = [] } = JSON.parse(readFileSync(manifest, "utf8")) as { licenses?: readonly { type: string }[] };
  return { ...component, licenses: licenses.map(({ type }) => ({ license: { id: type } })) };
}

/** Finds the omissions of an SBOM: a package, a dependency, or the identity of a third-party component. */
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
