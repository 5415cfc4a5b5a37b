import { readFileSync } from "node:fs";
import path from "node:path";
import GithubSlugger from "github-slugger";
import { rebased, writePage } from "../bring-pages.ts";
import { generated, root } from "../places.ts";
import { routes } from "../routes.ts";
import type { EntryPoint } from "./entry-points.ts";
import { type Task, tasksOf } from "./tasks.ts";

/** Adds the README of a package, and its tasks, above TypeDoc's output for each entry point. */
export function completePages(entries: readonly EntryPoint[]): void {
  for (const { name, source, route, readme } of entries) {
    const file = `${generated}${route}`;
    const reference = readFileSync(path.join(root, file), "utf8");
    const beginning = readme === undefined ? `# ${name}\n` : rebased(readme, routes());
    writePage(file, `${beginning}\n## API by task\n\n${tableOf(tasksOf(source), anchorsIn(`${beginning}\n${reference}`))}\n\n${reference}`);
  }
}

function tableOf(tasks: readonly Task[], anchors: ReadonlyMap<string, string>): string {
  const rows = tasks.map(({ title, names }) => {
    const links = [...new Set(names)].map((name) => {
      const anchor = anchors.get(name);
      // The defining library documents a re-export.
      return anchor === undefined ? `\`${name}\`` : `[\`${name}\`](#${anchor})`;
    });
    return `| ${title} | ${links.join(", ")} |`;
  });
  return ["| for | exports |", "| --- | --- |", ...rows].join("\n");
}

/**
 * The anchor of each export's heading: `### name()`, or with modifiers before the name. A heading with the same letters as an earlier one,
 * `Violation` and `violation()`, gets a number.
 */
function anchorsIn(page: string): ReadonlyMap<string, string> {
  const slugger = new GithubSlugger();
  const prose = page.replaceAll(/^```[\s\S]*?^```$/gm, "");
  const headings = [...prose.matchAll(/^(#{1,6}) (.+)$/gm)].map(([, marks = "", text = ""]) => {
    const heading = text.replaceAll("`", "");
    return { level: marks.length, heading, anchor: slugger.slug(heading) };
  });
  const exported = headings.filter(({ level }) => level === 3);
  return new Map(exported.map(({ heading, anchor }) => [/(\w+)(\(\))?$/.exec(heading)?.[1] ?? heading, anchor]));
}
