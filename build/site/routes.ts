import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { entryPoints } from "./api/entry-points.ts";
import { sections } from "./contents.ts";
import { generated, repositoryURL, root } from "./places.ts";

/** Markdown files of the repository, by path, with their routes on the site: `/scale.md`. */
export function routes(): ReadonlyMap<string, string> {
  const listed = sections().flatMap(({ groups }) => groups.flatMap(({ pages }) => pages));
  return new Map(["README.md", "docs/README.md", ...listed].map((page) => [page, routeOf(page)]));
}

/** Pages outside of `docs`, which must be copied to be on the site. */
export function isOutside(page: string): boolean {
  return !page.startsWith("docs/");
}

/** The copy of an outside page, as a path in the repository. */
export function broughtTo(page: string): string {
  return `${generated}${routeOf(page)}`;
}

function routeOf(page: string): string {
  if (page === "README.md") return "/index.md";
  if (page === "docs/README.md") return "/contents.md";
  const [entry] = entryPoints(page);
  if (entry !== undefined) return entry.route;
  if (page.startsWith("docs/")) return page.slice("docs".length).replace(/README\.md$/, "index.md");
  return `/project/${page.replace(/\/README\.md$/, ".md").toLowerCase()}`;
}

/**
 * The target of a page's link on the site: another page, or the repository's URL of a file that is not on it.
 *
 * @param page - the page with the link, as a path in the repository.
 * @param href - the link in the page: relative to the page, or complete.
 * @param known - see {@link routes}.
 * @throws Error the target file does not exist.
 */
export function targetOf(page: string, href: string, known: ReadonlyMap<string, string>): string {
  if (/^([a-z]+:|#|\/)/.test(href)) return href;
  const [, relative = "", anchor = ""] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  const file = path.posix.join(path.posix.dirname(page), decodeURI(relative)).replace(/\/$/, "");
  if (!existsSync(path.join(root, file))) throw new Error(`${page} links to ${href}, which does not exist`);
  const isFolder = statSync(path.join(root, file)).isDirectory();
  const route = known.get(isFolder ? path.posix.join(file, "README.md") : file);
  return `${route ?? repositoryURL(file, isFolder)}${anchor}`;
}
