// npm run release -- dry-run: the next release in a copy of this checkout, from its versions to its bill of materials,
// by the commands of .github/workflows/release.yml. It uploads nothing, and needs neither a network nor credentials.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { publishedOf, type Workspace, workspacesOf } from "./workspaces.ts";

const root = process.cwd();
const workspaces = workspacesOf(root);

function runIn(folder: string) {
  return async (program: string, ...argv: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(program, argv, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  };
}

/** Copies tracked and new files, and build output. */
async function copyTo(copy: string): Promise<void> {
  const listed = await runIn(root)("git", "ls-files", "--cached", "--others", "--exclude-standard");
  const built = workspaces.map(({ folder }) => path.join(folder, "dist"));
  const files = [...listed.trim().split("\n"), ...built].filter((file) => existsSync(path.join(root, file)));
  for (const file of files) await cp(path.join(root, file), path.join(copy, file), { recursive: true });
}

/** Links all installed modules, with the copy's own packages instead of this checkout's. */
async function linkModules(copy: string): Promise<void> {
  const own = new Map(workspaces.map(({ folder, manifest }) => [manifest.name, folder]));
  const installed = path.join(root, "node_modules");
  const entries = await readdir(installed);
  for (const entry of entries) {
    const scope = path.join(installed, entry);
    const names = entry.startsWith("@") ? (await readdir(scope)).map((name) => `${entry}/${name}`) : [entry];
    for (const name of names) {
      const folder = own.get(name);
      const target = folder === undefined ? path.join(installed, name) : path.join(copy, folder);
      await mkdir(path.dirname(path.join(copy, "node_modules", name)), { recursive: true });
      await symlink(target, path.join(copy, "node_modules", name));
    }
  }
  for (const { folder } of workspaces) {
    const ofWorkspace = path.join(root, folder, "node_modules");
    if (existsSync(ofWorkspace)) await symlink(ofWorkspace, path.join(copy, folder, "node_modules"));
  }
}

/** Finds problems of the copy's versions. */
function versionProblems(before: readonly Workspace[], after: readonly Workspace[]): string[] {
  const own = new Map(after.map(({ manifest }) => [manifest.name, manifest.version]));
  const published = new Set(
    after.filter(({ manifest }) => manifest.private !== true).map(({ manifest }) => manifest.version),
  );
  const same = before.filter(
    ({ manifest }) => manifest.private !== true && own.get(manifest.name) === manifest.version,
  );
  const stale = after.flatMap(({ manifest }) =>
    Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
      .filter(([name, version]) => own.has(name) && own.get(name) !== version)
      .map(([name, version]) => `${manifest.name} asks for ${name} ${version}, not ${own.get(name) ?? ""}`),
  );
  return [
    ...(published.size === 1 ? [] : [`The packages have ${[...published].join(" and ")}, not one version`]),
    ...same.map(({ manifest }) => `${manifest.name} keeps its version ${manifest.version}`),
    ...stale,
  ];
}

const copy = await mkdtemp(path.join(tmpdir(), "capstan-dry-run-"));
try {
  await copyTo(copy);
  await linkModules(copy);
  const run = runIn(copy);
  await run("git", "init", "--quiet");
  await run("npm", "run", "--silent", "release", "--", "version");
  const problems = versionProblems(workspaces, workspacesOf(copy));
  const [first] = publishedOf(copy);
  if (first === undefined) problems.push("There are no packages");
  else if (!existsSync(path.join(copy, first.folder, "CHANGELOG.md")))
    problems.push(`${first.folder} has no CHANGELOG.md`);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  process.stdout.write(await run("npm", "run", "--silent", "release", "--", "--dry-run"));
} finally {
  await rm(copy, { recursive: true, force: true });
}
