import { ManifestError } from "@capstan/kube";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import process from "node:process";
import { createClient, CustomResourceDefinition } from "@capstan/runtime";
import { type InputFile, readDocuments } from "./parse-documents.ts";

/**
 * Reads files, folders (every .yaml, .yml and .json below them) and, for `-`, standard input.
 *
 * @param parse - parses the content of a file. Default: as clusterctl does; the result says what cannot be read.
 * @throws ManifestError a path does not exist, and errors of `parse`.
 */
export async function readInput(
  paths: readonly string[],
  parse: typeof readDocuments = readDocuments,
): Promise<InputFile[]> {
  const input: InputFile[] = [];
  for (const given of paths) {
    if (given === "-") {
      input.push(parse("-", await text(process.stdin)));
    } else {
      for (const file of await filesAt(given)) input.push(parse(file, await readFile(file, "utf8")));
    }
  }
  return input;
}

/** The CRDs of an API server, limited to a group if set. */
export async function readServer(kubeconfig: string, group: string | undefined): Promise<InputFile> {
  const client = createClient({ kubeconfig: { path: kubeconfig }, userAgent: "capstan-check" });
  try {
    const { items } = await client.list(CustomResourceDefinition);
    const documents = items.filter((crd) => group === undefined || crd.spec.group === group);
    return { path: client.server, documents };
  } finally {
    await client.close();
  }
}

/**
 * Reads one file.
 *
 * @throws ManifestError it cannot be read.
 */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new ManifestError(`${file}: cannot be read (${messageOf(error)})`, { cause: error });
  }
}

async function filesAt(given: string): Promise<string[]> {
  try {
    if (!(await stat(given)).isDirectory()) return [given];
    const entries = await readdir(given, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !path.relative(given, file).split(path.sep).some(isHidden))
      .toSorted();
  } catch (error) {
    throw new ManifestError(`${given}: cannot be read (${messageOf(error)})`, { cause: error });
  }
}

function isHidden(segment: string): boolean {
  return segment === "node_modules" || (segment.startsWith(".") && segment !== "..");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
