import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { entryPoints } from "./api/entry-points.ts";
import { sections } from "./contents.ts";
import { generated, repositoryURL, root } from "./places.ts";

/** Markdown of the repository, by path, and the page of the site it is, from the site's root: `/scale.md`. */
export function routes(): ReadonlyMap<string, string> {
  const listed = sections().flatMap(({ groups }) => groups.flatMap(({ pages }) => pages));
  return new Map(["README.md", "docs/README.md", ...listed].map((page) => [page, routeOf(page)]));
}

/** Pages that are not in `docs`, and hence must be brought there to be on the site. */
export function isOutside(page: string): boolean {
  return !page.startsWith("docs/");
}

/** Where a page of outside is brought to, as a path in the repository. */
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
 * What a link of a page leads to on the site: another page of it, or the repository's page of a file that is not on it.
 *
 * @param page - the page that has the link, as a path in the repository.
 * @param href - the link, as the page has it: relative to the page, or complete.
 * @param known - see {@link routes}.
 * @throws Error it leads to a file that does not exist.
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
