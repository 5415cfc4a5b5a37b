import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type ProviderType, providerTypes } from "@capstan/contract";

/** A type of provider, as `clusterctl init` calls it. */
export type ProjectType = ProviderType;
/** The types of providers, as `clusterctl init` calls them. */
export const projectTypes = Object.keys(providerTypes) as readonly ProjectType[];

/** The template folders; relative to both src/ and dist/. */
export const templates = path.join(import.meta.dirname, "..", "templates");

/** The file with the facts of a template folder, which is not part of a project. */
export const factsFile = "project.json";

/** What differs between the projects of the types. */
interface ProjectFacts {
  /** What its providers do, for the help. */
  readonly does: string;
  /** The suffixes of its kinds. Empty: providers have no kinds of their own. */
  readonly kinds: readonly string[];
  /** Whether each kind has a Template, which the core clones. */
  readonly hasTemplates: boolean;
  /** Whether there are cluster templates for `clusterctl generate cluster`. */
  readonly hasClusterTemplates: boolean;
  /** The folder in `src/` for the author's work. */
  readonly workFolder: string;
  readonly workFolderContent: string;
  readonly firstStep: string;
  /** Options of `capstan dev` for the other components that a provider of this type needs. */
  readonly devOptions: string;
}

const unset: ProjectFacts = {
  does: "",
  kinds: [],
  hasTemplates: false,
  hasClusterTemplates: false,
  workFolder: "",
  workFolderContent: "",
  firstStep: "",
  devOptions: "",
};

/** The choices that decide about the template folders. */
export interface FolderChoices {
  readonly type: ProjectType;
  readonly machinePool?: boolean;
  readonly machines?: boolean;
}

/** The template folders of a provider. A file replaces the file of the same path in an earlier folder. */
export function foldersOf({ type, machinePool = false, machines = false }: FolderChoices): readonly string[] {
  return ["shared", machines ? `${type}-machines` : type, ...(machinePool ? ["machine-pool"] : [])];
}

/** The facts of a project, in the template folders of its type. A fact replaces that of an earlier folder. */
export function factsOf({ type, ...choices }: FolderChoices): ProjectFacts {
  const files = [type, ...foldersOf({ type, ...choices })].map((folder) => path.join(templates, folder, factsFile));
  return Object.assign({}, unset, ...files.filter((file) => existsSync(file)).map(readFacts)) as ProjectFacts;
}

function readFacts(file: string): Partial<ProjectFacts> {
  return JSON.parse(readFileSync(file, "utf8")) as Partial<ProjectFacts>;
}
