// Part of npm run release -- version, after changesets: updates the versions of the packages outside of their own package.json: in the
// root's package.json, package-lock.json and action.yml.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Manifest, readJSON, workspacesOf, writeJSON } from "./workspaces.ts";

interface LockFile {
  readonly packages: Record<string, Partial<Omit<Manifest, "version">> & { version?: string }>;
}

const root = process.cwd();
const workspaces = workspacesOf(root);
const versions = new Map(workspaces.map(({ manifest }) => [manifest.name, manifest.version]));

const rootFile = path.join(root, "package.json");
const rootManifest = readJSON<Manifest>(rootFile);
for (const name of Object.keys(rootManifest.devDependencies ?? {})) {
  const version = versions.get(name);
  if (version !== undefined && rootManifest.devDependencies !== undefined) rootManifest.devDependencies[name] = version;
}
writeJSON(rootFile, rootManifest);

const lockFile = path.join(root, "package-lock.json");
const lock = readJSON<LockFile>(lockFile);
for (const { folder, manifest } of [{ folder: "", manifest: rootManifest }, ...workspaces]) {
  const locked = lock.packages[folder];
  if (locked === undefined) continue;
  locked.version = manifest.version;
  if (manifest.dependencies !== undefined) locked.dependencies = manifest.dependencies;
  if (manifest.devDependencies !== undefined) locked.devDependencies = manifest.devDependencies;
}
writeJSON(lockFile, lock);

// The action runs the command of its own release.
const actionFile = path.join(root, "action.yml");
const action = readFileSync(actionFile, "utf8");
const version = versions.get("capstan") ?? "";
writeFileSync(actionFile, action.replace(/(npm package capstan\n\s+default: )"[^"]*"/, `$1"${version}"`));
