import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";

/** A library that only the bench uses: it is installed when it is measured, so that no one else has to have it. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** Versions of what it needs, by name, in place of those that it asks for. */
  readonly overrides?: Readonly<Record<string, string>>;
}

const timeoutMs = 180_000;

/** Installs a package, and what it needs, into a folder of its own; no script of theirs is run. @returns why that is not possible. */
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
