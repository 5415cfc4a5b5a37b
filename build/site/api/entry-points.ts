import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { entrySources } from "../../declarations.ts";
import { root } from "../places.ts";

/** An import specifier, and the page that documents it. */
export interface EntryPoint {
  /** The specifier: `@capstan/provider/release`. */
  readonly name: string;
  /** The file that exports it, as a path in the repository. */
  readonly source: string;
  /** Its page on the site: `/api/provider/release.md`. */
  readonly route: string;
  /** The page of its package, as a path in the repository; undefined for the other entry points of a package. */
  readonly readme: string | undefined;
}

// A re-exported symbol is documented in the package that defines it, so packages without dependencies come first.
const fromBelow = ["kube", "contract", "phases", "runtime", "apiserver", "provider"];

/** The entry points of all published packages, those that others re-export first. */
export function allEntryPoints(): readonly EntryPoint[] {
  const floorOf = (page: string): number => {
    const floor = fromBelow.findIndex((name) => page === `packages/${name}/README.md`);
    return floor === -1 ? fromBelow.length : floor;
  };
  const pages = globSync("packages/*/package.json", { cwd: root })
    .filter((file) => (JSON.parse(readFileSync(path.join(root, file), "utf8")) as { private?: boolean }).private !== true)
    .map((file) => path.posix.join(path.dirname(file), "README.md"));
  return pages.toSorted((left, right) => floorOf(left) - floorOf(right) || left.localeCompare(right)).flatMap(entryPoints);
}

/**
 * The entry points of a package, the main one first.
 *
 * @param page - the README of the package, as a path in the repository; any other page has no entry points.
 */
export function entryPoints(page: string): readonly EntryPoint[] {
  const folder = /^(packages\/[^/]+)\/README\.md$/.exec(page)?.[1];
  if (folder === undefined) return [];
  const manifest = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")) as { name: string };
  return [...entrySources(path.join(root, folder))].map(([subpath, source]) => {
    const name = path.posix.join(manifest.name, subpath);
    return {
      name,
      source: path.relative(root, source),
      route: `/api/${name.replace("@capstan/", "")}.md`,
      readme: subpath === "." ? page : undefined,
    };
  });
}
