// npm run docs: the documentation as one site, in docs/.vitepress/dist.
import { rmSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { build } from "vitepress";
import { allEntryPoints } from "./api/entry-points.ts";
import { completePages } from "./api/pages.ts";
import { documentedText, writeReference } from "./api/reference.ts";
import { bringPages } from "./bring-pages.ts";
import { checkLinks } from "./check-links.ts";
import { generated, output, root } from "./places.ts";

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

rmSync(path.join(root, generated), { recursive: true, force: true });
bringPages();
const entries = allEntryPoints();
const documented = await writeReference();
report(documentedText(documented, entries.length));
completePages(entries);

await build(path.join(root, "docs"));

const { pages, links, anchors, broken } = checkLinks(output);
for (const { page, href, why } of broken) report(`${page} links to ${href}: ${why}`);
report(`${links} links of ${pages} pages checked, ${anchors} of them to a heading; ${broken.length} are broken`);
if (broken.length > 0 || links === 0 || documented.missing.length > 0) process.exitCode = 1;
