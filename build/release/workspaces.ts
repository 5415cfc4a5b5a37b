import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** The fields of a package.json that a release reads or writes. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** A workspace: its folder, and its package.json. */
export interface Workspace {
  /** Relative to the root, as in package-lock.json. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** The workspaces of a checkout. */
export function workspacesOf(root: string): readonly Workspace[] {
  return globSync("{packages,examples}/*/package.json", { cwd: root })
    .sort()
    .map((file) => ({ folder: path.dirname(file), manifest: readJSON<Manifest>(path.join(root, file)) }));
}

/** The published workspaces. */
export function publishedOf(root: string): readonly Workspace[] {
  return workspacesOf(root).filter(({ manifest }) => manifest.private !== true);
}

export function readJSON<T>(file: string): T {
  return JSON.parse(readFileSync(file, "utf8")) as T;
}

export function writeJSON(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
}
