import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { globSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

/** This repository. */
const ourRoot = path.resolve(import.meta.dirname, "../../../..");
const execute = promisify(execFile);

/** A package in its published form. */
export interface PackedPackage {
  readonly name: string;
  /** Path of the package's folder. */
  readonly folder: string;
  readonly tarball: string;
  /** Paths of the files in the tarball. */
  readonly files: readonly string[];
}

/**
 * Packs every public package of packages/ into `destination`.
 *
 * @param root - of the repository. Default: this one.
 * @throws Error a package has not been built.
 */
export async function packAll(destination: string, root: string = ourRoot): Promise<PackedPackage[]> {
  const packed: PackedPackage[] = [];
  for (const file of globSync("packages/*/package.json", { cwd: root }).sort()) {
    const folder = path.join(root, path.dirname(file));
    const { name, private: isPrivate } = JSON.parse(await readFile(path.join(root, file), "utf8")) as {
      name: string;
      private?: boolean;
    };
    if (isPrivate === true) continue;
    const { stdout } = await execute("npm", ["pack", "--json", "--pack-destination", destination], { cwd: folder });
    const report: unknown = JSON.parse(stdout);
    const [entry] = Object.values(report as Record<string, { filename: string; files: { path: string }[] }>);
    if (entry === undefined) throw new Error(`npm pack wrote nothing for ${name}.`);
    if (!entry.files.some(({ path: packedPath }) => packedPath === "dist/index.d.ts")) {
      throw new Error(`${name} has not been built: run "npm run build" first.`);
    }
    const files = entry.files.map(({ path: packedPath }) => packedPath);
    packed.push({ name, folder, tarball: path.join(destination, entry.filename), files });
  }
  return packed;
}
