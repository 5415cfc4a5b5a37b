import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";

/** The description of a type in OpenAPI documents, which clients that only read and write do not need. */
export interface Description {
  /** The purpose of the type. */
  readonly description?: string;
  readonly required?: readonly string[];
  /** The purposes of its fields. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** By the name of the type in OpenAPI. */
export type Descriptions = Readonly<Record<string, Description>>;

let loaded: Descriptions | undefined;

/** Kubernetes' descriptions of its types. Loaded on first use, because most servers stop before they need it. */
export function kubernetesDescriptions(): Descriptions {
  loaded ??= JSON.parse(brotliDecompressSync(readFileSync(fileOfThem())).toString()) as Descriptions;
  return loaded;
}

/** Next to src/ and dist/, in which this module has different paths. */
function fileOfThem(): string {
  const root = path.dirname(createRequire(import.meta.url).resolve("@capstan/apiserver/package.json"));
  return path.join(root, "assets/descriptions.json.br");
}
