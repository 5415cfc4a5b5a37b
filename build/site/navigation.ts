import { readFileSync } from "node:fs";
import path from "node:path";
import type { DefaultTheme } from "vitepress";
import { entryPoints } from "./api/entry-points.ts";
import { type Section, sections } from "./contents.ts";
import { root } from "./places.ts";
import { routes } from "./routes.ts";

/** The bar at the top: a link to the first page of each section. */
export function topBar(): DefaultTheme.NavItem[] {
  const known = routes();
  return sections().map(({ title, groups }) => {
    const [first = ""] = groups.flatMap(({ pages }) => pages);
    return { text: title, link: known.get(first) ?? "/" };
  });
}

/** The list at the side: all sections, those closed that one does not begin with. */
export function sideBar(): DefaultTheme.SidebarItem[] {
  return sections().map((section, index) => ({
    text: section.title,
    collapsed: index > 1,
    items: itemsOf(section),
  }));
}

function itemsOf({ groups }: Section): DefaultTheme.SidebarItem[] {
  return groups.flatMap(({ title, pages }) => {
    const items = pages.map(itemOf);
    return title === undefined ? items : [{ text: title, collapsed: false, items }];
  });
}

function itemOf(page: string): DefaultTheme.SidebarItem {
  const item = { text: titleOf(page), link: routes().get(page) ?? "/" };
  const [, ...further] = entryPoints(page);
  if (further.length === 0) return item;
  return { ...item, collapsed: true, items: further.map(({ name, route }) => ({ text: name, link: route })) };
}

/** The first heading of a page, without marks. */
function titleOf(page: string): string {
  const text = readFileSync(path.join(root, page), "utf8");
  return (/^# (.+)$/m.exec(text)?.[1] ?? page).replaceAll("`", "");
}
