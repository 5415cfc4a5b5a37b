import path from "node:path";
import { Application, Comment, CommentTag, Converter, type DeclarationReflection } from "typedoc";
import { root } from "../places.ts";
import { allEntryPoints, type EntryPoint } from "./entry-points.ts";
import { type Task, tasksOf } from "./tasks.ts";

/** The plugin of `typedoc.json`: sets the entry points of all packages, and makes the tasks of each the categories of its exports. */
export function load(app: Application): void {
  const entries = allEntryPoints();
  const tasks = new Map(entries.map((entry) => [moduleName(entry), { entry, tasks: tasksOf(entry.source) }]));
  const titles = [...tasks.values()].flatMap((each) => each.tasks.map(({ title }) => title));
  app.on(Application.EVENT_BOOTSTRAP_END, () => {
    app.options.setValue(
      "entryPoints",
      entries.map(({ source }) => path.join(root, source)),
    );
    app.options.setValue("categoryOrder", [...new Set(titles)]);
    app.options.setValue(
      "packagesRequiringDocumentation",
      entries.map(({ name }) => name.split("/").slice(0, 2).join("/")),
    );
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      const known = tasks.get(module.name);
      if (known === undefined) throw new Error(`TypeDoc calls an entry point ${module.name}`);
      module.name = known.entry.name;
      categorize(module, known.tasks);
    }
  });
}

/** TypeDoc names modules by their paths. */
function moduleName({ source }: EntryPoint): string {
  return source.replace(/^packages\//, "").replace(/(\/index)?\.ts$/, "");
}

function categorize(module: DeclarationReflection, tasks: readonly Task[]): void {
  for (const { title, names } of tasks) {
    for (const child of module.children?.filter(({ name }) => names.includes(name)) ?? []) {
      child.comment ??= new Comment();
      child.comment.blockTags.push(new CommentTag("@category", [{ kind: "text", text: title }]));
    }
  }
}
