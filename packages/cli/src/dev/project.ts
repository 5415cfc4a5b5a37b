import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { ArgumentError } from "@capstan/kube";
import type { ProviderProgram } from "./provider-process.ts";

/** Where a project has its program and manifests, unless options override it. */
const usual = { entries: ["src/main.ts", "src/main.js"], manifests: "dev" };

/** A provider's project. */
export interface Project {
  readonly folder: string;
  readonly program: ProviderProgram;
  /** Folder of the manifests to apply; `undefined`: no manifests. */
  readonly manifests: string | undefined;
  /** Folders of the sources. */
  readonly sources: readonly string[];
}

/** Overrides; paths are relative to the project folder. */
export interface ProjectOptions {
  readonly entry?: string;
  readonly manifests?: string;
  readonly watch?: readonly string[];
}

/** @throws ArgumentError - the folder, or a path of an option, is missing. */
export function projectIn(given: string, options: ProjectOptions): Project {
  const folder = path.resolve(given);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new ArgumentError(`${given} is not a folder`);
  const entry = entryOf(folder, options.entry);
  const manifests = path.join(folder, options.manifests ?? usual.manifests);
  if (options.manifests !== undefined && !existsSync(manifests)) {
    throw new ArgumentError(`${options.manifests} does not exist in ${folder}; --manifests names a folder in it`);
  }
  const sources = (options.watch ?? [path.relative(folder, path.dirname(entry))]).map((each) =>
    path.join(folder, each),
  );
  const missing = sources.find((each) => !existsSync(each));
  if (missing !== undefined) throw new ArgumentError(`${missing} does not exist; --watch names folders in ${folder}`);
  return { folder, program: { entry, folder }, manifests: existsSync(manifests) ? manifests : undefined, sources };
}

function entryOf(folder: string, given: string | undefined): string {
  const candidates = given === undefined ? usual.entries : [given];
  const found = candidates.map((each) => path.join(folder, each)).find((each) => existsSync(each));
  if (found !== undefined) return found;
  throw new ArgumentError(
    given === undefined
      ? `${folder} has no ${usual.entries.join(" or ")}; name the file that runs the provider with --entry`
      : `${given} does not exist in ${folder}; --entry names the file that runs the provider`,
  );
}
