import { readFileSync } from "node:fs";
import path from "node:path";
import { slug } from "github-slugger";
import { rebased, writePage } from "../bring-pages.ts";
import { generated, root } from "../places.ts";
import { routes } from "../routes.ts";
import type { EntryPoint } from "./entry-points.ts";
import { type Task, tasksOf } from "./tasks.ts";

/** Puts the README of a package, and what can be done with it, above what TypeDoc wrote of each entry point. */
export function completePages(entries: readonly EntryPoint[]): void {
  for (const { name, source, route, readme } of entries) {
    const file = `${generated}${route}`;
    const reference = readFileSync(path.join(root, file), "utf8");
    const beginning = readme === undefined ? `# ${name}\n` : rebased(readme, routes());
    writePage(file, `${beginning}\n## API by task\n\n${tableOf(tasksOf(source), anchorsIn(reference))}\n\n${reference}`);
  }
}

function tableOf(tasks: readonly Task[], anchors: ReadonlyMap<string, string>): string {
  const rows = tasks.map(({ title, names }) => {
    const links = [...new Set(names)].map((name) => {
      const anchor = anchors.get(name);
      // What a library exports is described by that library.
      return anchor === undefined ? `\`${name}\`` : `[\`${name}\`](#${anchor})`;
    });
    return `| ${title} | ${links.join(", ")} |`;
  });
  return ["| for | exports |", "| --- | --- |", ...rows].join("\n");
}

/** Where each export has its heading: `### name()`, or with its modifiers before the name. */
function anchorsIn(reference: string): ReadonlyMap<string, string> {
  const headings = [...reference.matchAll(/^### (.+)$/gm)].map(([, heading = ""]) => heading.replaceAll("`", ""));
  return new Map(headings.map((heading) => [/(\w+)(\(\))?$/.exec(heading)?.[1] ?? heading, slug(heading)]));
}
