import path from "node:path";
import { Application, type ProjectReflection, type Reflection, ReflectionKind } from "typedoc";
import { root } from "../places.ts";

/** The result of TypeDoc, with the number of comments. */
export interface Documented {
  /** Exports and their members. */
  readonly count: number;
  /** Those without a comment, according to TypeDoc. */
  readonly missing: readonly string[];
}

/**
 * Writes an API page for each entry point, as `npx typedoc` does with `typedoc.json`.
 *
 * @throws Error a comment has a broken link.
 */
export function writeReference(): Promise<Documented> {
  return reference((app, project) => app.generateOutputs(project));
}

/** {@link writeReference} without writing pages. */
export function readReference(): Promise<Documented> {
  return reference(() => Promise.resolve());
}

/** The result for people: the exports without a comment, and the number of those with one. */
export function documentedText({ count, missing }: Documented, entryPoints: number): string {
  const sum = `${count - missing.length} of ${count} exports and members of ${entryPoints} entry points are documented`;
  return [...missing, sum].join("\n");
}

async function reference(write: (app: Application, project: ProjectReflection) => Promise<void>): Promise<Documented> {
  const app = await Application.bootstrapWithPlugins({ options: path.join(root, "typedoc.json") });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the entry points");
  const problems: string[] = [];
  app.logger.warn = (message) => {
    problems.push(message);
  };
  app.validate(project);
  await write(app, project);
  const broken = problems.filter((problem) => !isUndocumented(problem));
  if (broken.length > 0) throw new Error(broken.join("\n"));
  return {
    count: countOf(project),
    missing: problems.filter((problem) => isUndocumented(problem) && !isInferred(problem)),
  };
}

function isUndocumented(problem: string): boolean {
  return problem.includes("does not have any documentation");
}

/** Of the documented symbols: exports, and members of classes and interfaces. A member of an inferred type cannot have a comment. */
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
