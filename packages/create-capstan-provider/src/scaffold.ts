import path from "node:path";
import { checkChoices, crdNamesOf, kindsOf, type Provider, type ProviderChoices, withDefaults } from "./names.ts";
import { ScaffoldError } from "./problem.ts";
import { projectFiles } from "./project-files.ts";
import { writeProject } from "./write-project.ts";

/** Options of {@link scaffold}. */
export interface ScaffoldOptions extends ProviderChoices {
  /** The folder of the project; created if missing. */
  readonly folder: string;
  /** Write into a folder that is not empty, and replace files of the same name. Default: false. */
  readonly force?: boolean;
}

/** The result of {@link scaffold}. */
export interface ScaffoldResult {
  /** The absolute path. */
  readonly folder: string;
  /** The choices with all defaults. */
  readonly provider: Provider;
  /** The kinds that the project defines. */
  readonly kinds: readonly string[];
  /** The names of its CRDs. */
  readonly crds: readonly string[];
  /** Relative to the folder, sorted. */
  readonly files: readonly string[];
}

/**
 * Writes the project of a new provider: all of it or, on an error, nothing.
 *
 * @throws ScaffoldError a name is invalid, the folder is not empty, or it cannot be written.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import path from "node:path";
 * import { scaffold } from "create-capstan-provider";
 *
 * const folder = await mkdtemp(path.join(tmpdir(), "hello-"));
 * const { kinds } = await scaffold({ folder, type: "infrastructure", name: "hello" });
 * console.log(kinds); // HelloMachine and HelloCluster
 * await rm(folder, { recursive: true });
 * ```
 */
export async function scaffold(options: ScaffoldOptions): Promise<ScaffoldResult> {
  const [problem, ...others] = checkChoices(options);
  if (problem !== undefined) throw new ScaffoldError("InvalidOptions", [problem, ...others]);
  const provider = withDefaults(options);
  const files = await projectFiles(provider);
  const folder = path.resolve(options.folder);
  await writeProject(folder, files, { force: options.force ?? false });
  return {
    folder,
    provider,
    kinds: kindsOf(provider),
    crds: crdNamesOf(provider),
    files: files.map((file) => file.path),
  };
}
