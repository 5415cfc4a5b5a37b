import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import type { ProviderType } from "@capstan/contract";
import { parseManifests } from "@capstan/kube";
import { type PolicyRule, type ReconciledDefinition } from "@capstan/provider";
import {
  readManifests,
  releasedProvider,
  ReleaseError,
  type ReleaseFile,
  releaseFiles,
} from "@capstan/provider/release";
import { reportFailure } from "../terminal/failure.ts";
import { withProgress } from "../terminal/progress.ts";
import type { RuntimeExtension } from "@capstan/runtime-extension";
import { extensionIn } from "./extension-in.ts";
import { definitionsIn, whatToExport } from "./definitions-in.ts";
import { generatedFiles, imageOf, type Subject } from "./generated-files.ts";
import { loadModule } from "../module/load-module.ts";
import { readIfThere, writeFiles } from "./write-files.ts";

/** Options of `capstan generate`. */
export interface GenerateOptions {
  readonly from: string;
  readonly out: string;
  readonly type?: ProviderType;
  readonly name?: string;
  readonly image?: string;
  readonly release?: string;
  readonly rule: readonly PolicyRule[];
  /** Folder of the author's own objects. */
  readonly manifests?: string;
  /** Folder of cluster templates, for the release. */
  readonly templates?: string;
  /** The project's metadata.yaml, for the release. */
  readonly metadata?: string;
  /** Also overwrites files that were not generated. */
  readonly force?: boolean;
  readonly json?: boolean;
}

/**
 * Reads the module, writes the files and names them.
 *
 * @returns the exit status: 0 written, 2 not.
 */
export async function runGenerate(chosen: readonly Subject[], options: GenerateOptions): Promise<number> {
  try {
    const written = await withProgress(`Generating from ${options.from}`, () => generate(chosen, options));
    process.stdout.write(
      options.json ? `${JSON.stringify({ written }, undefined, 2)}\n` : written.map((file) => `${file}\n`).join(""),
    );
    return 0;
  } catch (error) {
    reportFailure("generate", error);
    return 2;
  }
}

async function generate(chosen: readonly Subject[], options: GenerateOptions): Promise<readonly string[]> {
  const exported = await loadModule(options.from);
  const definitions = definitionsIn(exported);
  const extension = definitions.length === 0 ? extensionIn(exported) : undefined;
  if (definitions.length === 0 && extension === undefined) {
    throw new ReleaseError(`${options.from}: ${whatToExport(exported)}`);
  }
  const files: ReleaseFile[] = [];
  for (const subject of chosen) {
    const made =
      extension === undefined ? filesOf(subject, definitions, options) : ofExtension(subject, extension, options);
    files.push(...(await made));
  }
  return writeFiles(options.out, files, { force: options.force });
}

async function filesOf(
  subject: Subject,
  definitions: readonly ReconciledDefinition[],
  options: GenerateOptions,
): Promise<ReleaseFile[]> {
  const { type, name, rule: rules, image } = options;
  const release = options.release ?? (await releaseOfProject());
  const manifests = await yamlFilesIn(options.manifests);
  if (subject === "release") {
    const templates = await yamlFilesIn(options.templates);
    const metadata = options.metadata === undefined ? undefined : await readFile(options.metadata, "utf8");
    const version = release ?? "";
    return releaseFiles({
      definitions,
      type,
      name,
      rules,
      version,
      image: imageOf({ image }),
      manifests,
      templates,
      metadata,
    });
  }
  const earlierMetadata = await readYAML(path.join(options.out, "metadata.yaml"));
  const provider = releasedProvider(definitions, { type, name, rules });
  return generatedFiles(subject, provider, { image, release, earlierMetadata, manifests: readManifests(manifests) });
}

async function ofExtension(
  subject: Subject,
  extension: RuntimeExtension,
  options: GenerateOptions,
): Promise<ReleaseFile[]> {
  const { name, rule: rules, image } = options;
  const { extensionFiles } = await import("./extension-files.ts");
  return extensionFiles(subject, name === undefined ? extension : { ...extension, name }, {
    image,
    rules,
    version: options.release ?? (await releaseOfProject()) ?? "",
    manifests: await yamlFilesIn(options.manifests),
    templates: await yamlFilesIn(options.templates),
    metadata: options.metadata === undefined ? undefined : await readFile(options.metadata, "utf8"),
    earlierMetadata: await readYAML(path.join(options.out, "metadata.yaml")),
  });
}

/** The version of the project in the working folder, as a release tag. */
async function releaseOfProject(): Promise<string | undefined> {
  const text = await readIfThere("package.json");
  const { version } = (text === undefined ? {} : JSON.parse(text)) as { readonly version?: string };
  return version === undefined ? undefined : `v${version}`;
}

/** The contents of a folder's files, by name, in alphabetical order. */
async function yamlFilesIn(folder: string | undefined): Promise<Record<string, string>> {
  if (folder === undefined) return {};
  const names = (await readdir(folder)).filter((name) => name.endsWith(".yaml")).sort();
  const files = names.map(async (name) => [name, await readFile(path.join(folder, name), "utf8")] as const);
  return Object.fromEntries(await Promise.all(files));
}

async function readYAML(file: string): Promise<unknown> {
  const text = await readIfThere(file);
  return text === undefined ? undefined : parseManifests(file, text)[0];
}
