import path from "node:path";
import {
  Application,
  Comment,
  CommentTag,
  Converter,
  type DeclarationReflection,
  type ProjectReflection,
  type Reflection,
  ReflectionKind,
} from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import { generated, root } from "../places.ts";
import type { EntryPoint } from "./entry-points.ts";
import { type Task, tasksOf } from "./tasks.ts";

/** What TypeDoc was asked to document, and how much of it has a comment. */
export interface Documented {
  /** Exports and their members. */
  readonly count: number;
  /** Those of them that have no comment, by TypeDoc's own account. */
  readonly missing: readonly string[];
}

/** Fields of a type that follows from a schema, where they are described. */
const describedBySchemas = ["path", "owner", "permissions", "encoding", "append"].map(
  (field) => `@capstan/bootstrap-kubeadm.ResolvedFile.${field}`,
);

/** How the pages look: one an entry point, below its README, with the tasks as headings. */
const appearance = {
  entryFileName: "index",
  excludeScopesInPaths: true,
  hidePageHeader: true,
  hidePageTitle: true,
  hideBreadcrumbs: true,
  useHTMLEncodedBrackets: true,
  sanitizeComments: true,
  useCodeBlocks: true,
  expandParameters: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  propertyMembersFormat: "table",
  tableColumnSettings: { hideInherited: true, hideSources: true, hideModifiers: true },
} satisfies Partial<PluginOptions>;

/**
 * Writes a page of the API for each entry point, from the comments in the sources.
 *
 * @throws Error a comment links to what does not exist.
 */
export async function writeReference(entries: readonly EntryPoint[]): Promise<Documented> {
  const problems: string[] = [];
  const tasks = new Map(entries.map((entry) => [moduleName(entry), { entry, tasks: tasksOf(entry.source) }]));
  const app = await Application.bootstrapWithPlugins({
    plugin: ["typedoc-plugin-markdown"],
    entryPoints: entries.map(({ source }) => path.join(root, source)),
    entryPointStrategy: "resolve",
    basePath: path.join(root, "packages"),
    tsconfig: path.join(root, "tsconfig.docs.json"),
    out: path.join(root, generated, "api"),
    readme: "none",
    disableSources: true,
    disableGit: true,
    skipErrorChecking: true,
    excludeExternals: true,
    excludePrivate: true,
    excludeInternal: true,
    intentionallyNotDocumented: describedBySchemas,
    categorizeByGroup: false,
    navigation: { includeCategories: true },
    categoryOrder: [...new Set([...tasks.values()].flatMap((each) => each.tasks.map(({ title }) => title)))],
    validation: {
      notExported: false,
      invalidLink: true,
      invalidPath: false,
      rewrittenLink: false,
      notDocumented: true,
    },
    packagesRequiringDocumentation: entries.map(({ name }) => name.split("/").slice(0, 2).join("/")),
    logLevel: "Warn",
    router: "module",
    ...appearance,
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      const known = tasks.get(module.name);
      if (known === undefined) throw new Error(`TypeDoc calls an entry point ${module.name}`);
      module.name = known.entry.name;
      categorize(module, known.tasks);
    }
  });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the entry points");
  app.logger.warn = (message) => {
    problems.push(message);
  };
  app.validate(project);
  await app.generateOutputs(project);
  const broken = problems.filter((problem) => !isUndocumented(problem));
  if (broken.length > 0) throw new Error(broken.join("\n"));
  return { count: countOf(project), missing: problems.filter((problem) => isUndocumented(problem) && !isInferred(problem)) };
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

function isUndocumented(problem: string): boolean {
  return problem.includes("does not have any documentation");
}

/** Of what is documented: exports, and members of classes and interfaces. What is in a type that is inferred has no place for a comment. */
function isInferred(problem: string): boolean {
  return problem.includes(".__type");
}

function countOf(project: ProjectReflection): number {
  const kinds = ["Variable", "Function", "Class", "Interface", "Property", "Method", "Accessor", "TypeAlias"] as const;
  const all = kinds.flatMap((kind) => project.getReflectionsByKind(ReflectionKind[kind]));
  return all.filter((reflection) => !isOfLiteral(reflection)).length;
}

function isOfLiteral({ parent }: Reflection): boolean {
  return parent !== undefined && (parent.kindOf(ReflectionKind.TypeLiteral) || isOfLiteral(parent));
}
