import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { parseManifests } from "@capstan/kube";
import { type GeneratedFile, generatedFiles, generatedHeader, type Subject } from "./generated-files.ts";
import { loadModule } from "./load-module.ts";
import type { PolicyRule } from "@capstan/provider";
import { providerOf } from "./provider.ts";
import { definitionsIn, GenerateError, whatToExport } from "./provider-definition.ts";

/** Options of `capstan generate`. */
export interface GenerateOptions {
  readonly from: string;
  readonly out: string;
  readonly name?: string;
  readonly image?: string;
  readonly release?: string;
  readonly rule: readonly PolicyRule[];
  /** Overwrites files that were not generated, too. */
  readonly force?: boolean;
}

/**
 * Reads the module, writes the files and names them.
 *
 * @returns the exit status: 0 written, 2 not.
 */
export async function runGenerate(chosen: readonly Subject[], options: GenerateOptions): Promise<number> {
  try {
    const exported = await loadModule(options.from);
    const definitions = definitionsIn(exported);
    if (definitions.length === 0) throw new GenerateError(`${options.from}: ${whatToExport(exported)}`);
    const provider = providerOf(definitions, { name: options.name, rules: options.rule });
    const earlierMetadata = await readYAML(path.join(options.out, "metadata.yaml"));
    const details = { image: options.image, release: options.release, earlierMetadata };
    const files = chosen.flatMap((subject) => generatedFiles(subject, provider, details));
    // Before the first is written: all of them or none.
    if (options.force !== true) await refuseForeign(options.out, files);
    for (const file of files) {
      const target = path.join(options.out, file.path);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, file.text);
      process.stdout.write(`${target}\n`);
    }
    return 0;
  } catch (error) {
    process.stderr.write(`capstan generate: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

/** @throws GenerateError - a file is there that `capstan generate` has not written. */
async function refuseForeign(out: string, files: readonly GeneratedFile[]): Promise<void> {
  const foreign: string[] = [];
  for (const file of files) {
    const target = path.join(out, file.path);
    const present = await readIfThere(target);
    // Earlier versions wrote no header.
    const isOurs =
      present === undefined || present.startsWith(generatedHeader) || generatedHeader + present === file.text;
    if (!isOurs) foreign.push(target);
  }
  if (foreign.length === 0) return;
  throw new GenerateError(
    `${foreign.join(", ")}: exists and was not generated; move it away, choose another --out, or overwrite it with --force`,
  );
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
}

async function readYAML(file: string): Promise<unknown> {
  const text = await readIfThere(file);
  return text === undefined ? undefined : parseManifests(file, text)[0];
}
