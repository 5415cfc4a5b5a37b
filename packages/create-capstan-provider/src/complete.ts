import path from "node:path";
import type { CommandLine } from "./command-line.ts";
import { checkGroup, checkName, defaultGroup, hasKinds, nameFromFolder, packageNameOf } from "./names.ts";
import { oneOf, type Problem, ScaffoldError } from "./problem.ts";
import { type ProjectType, projectTypes } from "./project-facts.ts";
import type { ScaffoldOptions } from "./scaffold.ts";

/** Asks one question; an empty answer means the default. */
export type Ask = (question: string, initial: string, check: (answer: string) => Problem[]) => Promise<string>;

/**
 * Completes a command line: with questions, with defaults for `--yes`, or not at all.
 *
 * @param ask - undefined without a terminal for questions.
 * @throws ScaffoldError a value is missing, and no question can be asked.
 */
export async function complete(line: CommandLine, ask: Ask | undefined): Promise<ScaffoldOptions> {
  const { type, machinePool, machines, name, folder, prefix, image, force } = line;
  const chosen = ask === undefined || line.yes ? withoutAsking(line) : await byAsking(line, ask);
  return {
    ...{ force, machinePool, machines, ...chosen },
    ...(type === undefined ? {} : { type }),
    ...(name === undefined ? {} : { name }),
    ...(folder === undefined ? {} : { folder }),
    ...(prefix === undefined ? {} : { prefix }),
    ...(image === undefined ? {} : { image }),
  };
}

type Chosen = Pick<ScaffoldOptions, "type" | "name" | "folder" | "group" | "apiVersion">;

function withoutAsking({ type, name, folder, group, apiVersion, yes }: CommandLine): Chosen {
  const known = name ?? (folder === undefined ? undefined : nameFromFolder(path.basename(path.resolve(folder))));
  const problems: Problem[] = [];
  if (type === undefined && !yes) {
    problems.push({
      option: "--type",
      message: `The type is required: ${oneOf(projectTypes)} (or --yes for infrastructure).`,
    });
  }
  if (known === undefined)
    problems.push({ option: "--name", message: "A name is required; pass --name, or a folder to take it from." });
  const [problem, ...others] = problems;
  if (problem !== undefined) throw new ScaffoldError("InvalidOptions", [problem, ...others]);
  const chosenType = type ?? "infrastructure";
  const chosenName = known ?? "";
  return {
    type: chosenType,
    name: chosenName,
    folder: folder ?? packageNameOf({ type: chosenType, name: chosenName }),
    ...(group === undefined ? {} : { group }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
  };
}

async function byAsking(line: CommandLine, ask: Ask): Promise<Chosen> {
  const type = line.type ?? (await askType(ask));
  const fromFolder = line.folder === undefined ? "my-cloud" : nameFromFolder(path.basename(path.resolve(line.folder)));
  const name = line.name ?? (await ask("Name of the provider", fromFolder, (answer) => checkName(answer, type)));
  return {
    type,
    name,
    ...(hasKinds(type) ? await askGroup(line, type, ask) : {}),
    folder: line.folder ?? (await ask("Folder", packageNameOf({ type, name }), () => [])),
  };
}

async function askGroup(
  line: CommandLine,
  type: ProjectType,
  ask: Ask,
): Promise<Required<Pick<Chosen, "group" | "apiVersion">>> {
  return {
    group: line.group ?? (await ask("API group", defaultGroup(type), checkGroup)),
    apiVersion: line.apiVersion ?? (await ask("API version", "v1alpha1", () => [])),
  };
}

async function askType(ask: Ask): Promise<ProjectType> {
  const known = (answer: string) => projectTypes.find((type) => answer !== "" && type.startsWith(answer));
  const answer = await ask(`Type of provider (${oneOf(projectTypes)})`, "infrastructure", (text) =>
    known(text) === undefined ? [{ option: "--type", message: `Answer ${oneOf(projectTypes)}.` }] : [],
  );
  return known(answer) ?? "infrastructure";
}
