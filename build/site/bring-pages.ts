import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./places.ts";
import { broughtTo, isOutside, routes, targetOf } from "./routes.ts";

/** Copies the pages outside of `docs` into it, with adjusted links. */
export function bringPages(): void {
  const known = routes();
  for (const page of known.keys()) {
    if (!isOutside(page) || page.startsWith("packages/")) continue;
    writePage(broughtTo(page), rebased(page, known));
  }
}

/** A page with links relative to the site's root. */
export function rebased(page: string, known: ReadonlyMap<string, string>): string {
  const text = readFileSync(path.join(root, page), "utf8");
  return outsideOfCode(text, (prose) =>
    prose.replace(
      /(!?)(\[(?:[^[\]]|\[[^\]]*\])*\])\(([^)\s]+)\)/g,
      (_link, image: string, label: string, href: string) =>
        image === "!" ? `!${label}(${imageFrom(page, href)})` : `${label}(${targetOf(page, href, known)})`,
    ),
  );
}

/** Images become part of the site, wherever they are; links to them are relative to the copied page. */
function imageFrom(page: string, href: string): string {
  const file = path.posix.join(path.posix.dirname(page), href);
  return path.posix.relative(path.posix.dirname(broughtTo(page)), file);
}

function outsideOfCode(text: string, change: (prose: string) => string): string {
  return text
    .split(/^(```[\s\S]*?^```)$/m)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}

/** Writes a page of the site, and creates its folders. */
export function writePage(file: string, text: string): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
