import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./places.ts";

/** A part of a section, with its pages. */
interface Group {
  /** Undefined before the first heading within a section. */
  readonly title: string | undefined;
  /** Pages, as paths in the repository, in the order of the list. */
  readonly pages: readonly string[];
}

/** The pages for one audience: authors, operators or contributors. */
export interface Section {
  readonly title: string;
  readonly groups: readonly Group[];
}

/** The page that lists all others: its headings are sections, and the first link of each list item is a page. */
const contentsPage = "docs/README.md";

/** Every section of the documentation with its pages, in the order of the list. */
export function sections(): readonly Section[] {
  const text = readFileSync(path.join(root, contentsPage), "utf8");
  return text
    .split(/^## /m)
    .slice(1)
    .map(sectionOf)
    .filter(({ groups }) => groups.length > 0);
}

function sectionOf(text: string): Section {
  const [title = "", ...lines] = text.split("\n");
  const [first = "", ...others] = lines.join("\n").split(/^### /m);
  const named = others.map((part) => {
    const [heading = "", ...list] = part.split("\n");
    return { title: heading.trim(), pages: pagesIn(list.join("\n")) };
  });
  const groups = [{ title: undefined, pages: pagesIn(first) }, ...named];
  return { title: title.trim(), groups: groups.filter(({ pages }) => pages.length > 0) };
}

function pagesIn(list: string): string[] {
  const links = [...list.matchAll(/^- \[[^\]]+\]\(([^)#\s]+\.md)\)/gm)];
  return links.map(([, target = ""]) => path.posix.join(path.posix.dirname(contentsPage), target));
}
