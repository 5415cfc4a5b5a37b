import { readFileSync } from "node:fs";
import path from "node:path";
import type { DefaultTheme } from "vitepress";
import { entryPoints } from "./api/entry-points.ts";
import { type Section, sections } from "./contents.ts";
import { root } from "./places.ts";
import { routes } from "./routes.ts";

/** The bar at the top: a link to the first page of each section, highlighted on all pages of the section. */
export function topBar(): DefaultTheme.NavItem[] {
  const known = routes();
  return sections().map(({ title, groups }) => {
    const links = groups.flatMap(({ pages }) => pages).map((page) => known.get(page) ?? "/");
    const paths = links.map((link) => link.replace(/(\/index)?\.md$/, ""));
    return { text: title, link: links[0] ?? "/", activeMatch: `^(${paths.join("|")})(/|$)` };
  });
}

/** The sidebar: all sections. The theme opens the closed groups that contain the current page. */
export function sideBar(): DefaultTheme.SidebarItem[] {
  return sections().map((section, index) => ({
    text: section.title,
    collapsed: index > 0,
    items: itemsOf(section, index === 0),
  }));
}

/** The groups of a section; in the section for newcomers, the first is open. */
function itemsOf({ groups }: Section, isFirst: boolean): DefaultTheme.SidebarItem[] {
  return groups.flatMap(({ title, pages }, index) => {
    const items = pages.map(itemOf);
    return title === undefined ? items : [{ text: title, collapsed: isFirst && index > 1, items }];
  });
}

function itemOf(page: string): DefaultTheme.SidebarItem {
  const item = { text: titleOf(page), link: routes().get(page) ?? "/" };
  const [, ...further] = entryPoints(page);
  if (further.length === 0) return item;
  return { ...item, collapsed: true, items: further.map(({ name, route }) => ({ text: name, link: route })) };
}

/** The first heading of a page, without markup. */
function titleOf(page: string): string {
  const text = readFileSync(path.join(root, page), "utf8");
  return (/^# (.+)$/m.exec(text)?.[1] ?? page).replaceAll("`", "");
}
