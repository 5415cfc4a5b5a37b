import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";

/** A library that only the bench uses: it is installed for a measurement, so that no other task needs it. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** Versions of its dependencies, by name, that replace the requested versions. */
  readonly overrides?: Readonly<Record<string, string>>;
}

const timeoutMs = 180_000;

/**
 * Installs a package and its dependencies in a separate folder, without running their scripts.
 * @returns the reason if that is impossible.
 */
export function install({ name, version, overrides = {} }: NpmPackage, folder: string): string | undefined {
  mkdirSync(folder, { recursive: true });
  const manifest = { name: "peer", private: true, dependencies: { [name]: version }, overrides };
  writeFileSync(`${folder}/package.json`, JSON.stringify(manifest));
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const done = spawnSync("npm", ["install", ...flags], { cwd: folder, encoding: "utf8", timeout: timeoutMs });
  if (done.error !== undefined) return `npm cannot be run: ${done.error.message}`;
  if (done.status === 0) return undefined;
  return `npm install failed: ${/^npm error (?!code)(.*)$/m.exec(done.stderr)?.[1] ?? ""}`;
}
