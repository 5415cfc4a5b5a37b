import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { Parser } from "htmlparser2";

/** A broken link. */
interface BrokenLink {
  /** The page with the link, as a path in the site. */
  readonly page: string;
  readonly href: string;
  readonly why: string;
}

/** The links within a site, and those that are broken. */
export interface CheckedLinks {
  readonly pages: number;
  /** Links of a page to the same target count once; a heading's link to itself does not count. */
  readonly links: number;
  /** The links to headings. */
  readonly anchors: number;
  readonly broken: readonly BrokenLink[];
}

interface Page {
  readonly ids: ReadonlySet<string>;
  readonly hrefs: ReadonlySet<string>;
}

/**
 * Follows every internal link of a built site.
 *
 * @param folder - the folder of the site.
 */
export function checkLinks(folder: string): CheckedLinks {
  const pages = new Map(
    globSync("**/*.html", { cwd: folder })
      .sort()
      .map((file) => [file, readPage(path.join(folder, file))] as const),
  );
  const internal = [...pages].flatMap(([page, { hrefs }]) =>
    [...hrefs]
      .map((href) => ({ page, href, target: targetOf(page, href) }))
      .filter(({ target }) => target !== undefined),
  );
  const broken = internal.flatMap(({ page, href, target }) => {
    const why = target === undefined ? undefined : problemOf(folder, pages, target);
    return why === undefined ? [] : [{ page, href, why }];
  });
  const anchors = internal.filter(({ target }) => target?.hash !== "").length;
  return { pages: pages.size, links: internal.length, anchors, broken };
}

function readPage(file: string): Page {
  const ids = new Set<string>();
  const hrefs = new Set<string>();
  const parser = new Parser({
    onopentag(_name, { id, href, src, class: classes = "" }) {
      if (id !== undefined) ids.add(id);
      if (classes.split(" ").includes("header-anchor")) return;
      for (const link of [href, src]) if (link !== undefined) hrefs.add(link);
    },
  });
  parser.end(readFileSync(file, "utf8"));
  return { ids, hrefs };
}

const host = "http://site.invalid";

/** The target of an internal link; undefined if the link leaves the site. */
function targetOf(page: string, href: string): URL | undefined {
  const url = new URL(href, `${host}/${page}`);
  return url.origin === host ? url : undefined;
}

function problemOf(folder: string, pages: ReadonlyMap<string, Page>, { pathname, hash }: URL): string | undefined {
  const asked = decodeURIComponent(pathname).slice(1);
  const file = asked === "" || asked.endsWith("/") ? `${asked}index.html` : asked;
  const onDisk = path.join(folder, file);
  if (!existsSync(onDisk) || !statSync(onDisk).isFile()) return "there is no such page";
  const anchor = decodeURIComponent(hash.slice(1));
  if (anchor === "" || pages.get(file)?.ids.has(anchor) !== false) return undefined;
  return "the page has no such heading";
}
