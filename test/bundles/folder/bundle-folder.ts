import { execFileSync } from "node:child_process";
import { existsSync, mkdtempDisposableSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type InputFile, parseDocuments } from "../../../packages/cli/src/check/parse-documents.ts";

/** A components file of a provider, as its project renders it. */
export interface Bundle {
  readonly name: string;
  readonly file: InputFile;
}

/** A human judgment of one finding of level MUST. */
export interface Judgment {
  readonly bundle: string;
  readonly rule: string;
  readonly object: string;
  readonly path: string;
  /** A true breach, a breach only by the wording, or no breach. */
  readonly verdict: "expected" | "advice" | "false";
  readonly why: string;
}

/** The file with the judgments. */
// eslint-disable-next-line words/words -- the name of a file of others
export const judgmentFile = "judgement.json";

/** Bundles and their judgments. */
export interface BundleFolder {
  readonly bundles: readonly Bundle[];
  readonly judgments: readonly Judgment[];
}

/**
 * Reads a folder with judgments and their bundles: bundles.tar.xz, or <bundle>.yaml in the folder or in `bundles` below it. Writes nothing
 * into it.
 *
 * @throws Error the folder, or a file in it, is missing.
 */
export function readBundleFolder(folder: string): BundleFolder {
  const judgment = path.join(folder, judgmentFile);
  if (!existsSync(judgment)) throw new Error(`There is no ${judgment}. Pass the folder with the bundles.`);
  const judgments = JSON.parse(readFileSync(judgment, "utf8")) as Judgment[];
  const bundles = bundlesIn(folder);
  const missing = judgments.filter(({ bundle }) => bundles.every(({ name }) => name !== bundle));
  if (bundles.length === 0) throw new Error(`There are no bundles in ${folder}.`);
  if (missing[0] !== undefined) throw new Error(`There is no bundle ${missing[0].bundle} in ${folder}.`);
  return { bundles, judgments };
}

function bundlesIn(folder: string): Bundle[] {
  const archive = path.join(folder, "bundles.tar.xz");
  if (!existsSync(archive)) return [folder, path.join(folder, "bundles")].flatMap(yamlFilesIn);
  using unpacked = mkdtempDisposableSync(path.join(tmpdir(), "bundles-"));
  execFileSync("tar", ["-xJf", archive, "-C", unpacked.path]);
  return yamlFilesIn(unpacked.path);
}

function yamlFilesIn(folder: string): Bundle[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  return files.toSorted().map((file) => ({
    name: path.basename(file, ".yaml"),
    file: parseDocuments(file, readFileSync(path.join(folder, file), "utf8")),
  }));
}
