import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";

/** What OpenAPI documents say of a type, and no client needs that only reads and writes. */
export interface Description {
  /** What it is for. */
  readonly description?: string;
  readonly required?: readonly string[];
  /** What its fields are for. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** By the name of the type in OpenAPI. */
export type Descriptions = Readonly<Record<string, Description>>;

let loaded: Descriptions | undefined;

/** What Kubernetes says of its types: read when someone asks for the first time, since most servers end before. */
export function kubernetesDescriptions(): Descriptions {
  loaded ??= JSON.parse(brotliDecompressSync(readFileSync(fileOfThem())).toString()) as Descriptions;
  return loaded;
}

/** Next to src/ and dist/, in which this module has not the same place. */
function fileOfThem(): string {
  const root = path.dirname(createRequire(import.meta.url).resolve("@capstan/apiserver/package.json"));
  return path.join(root, "assets/descriptions.json.br");
}
