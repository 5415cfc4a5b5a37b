/** The counts of the code that a provider's author wrote. */
export interface Counted {
  /** Source files, without tests and generated files. */
  readonly sourceFiles: number;
  /** Their lines, without blank lines and comments. */
  readonly sourceLines: number;
  /** Hand-written YAML files for the installation. */
  readonly manifestFiles: number;
  readonly manifestLines: number;
  /** Names of the framework in the sources: types, functions, constants, overridden or called members. */
  readonly names: readonly string[];
}

/** A file of a provider, by its path from the provider's folder. */
export interface ProviderFile {
  readonly path: string;
  readonly text: string;
}

/** Counts the manifests of a provider: lines with more than a comment. */
export function countManifests(files: readonly ProviderFile[]): Pick<Counted, "manifestFiles" | "manifestLines"> {
  const lines = files.flatMap(({ text }) => text.split("\n").filter((line) => !/^\s*(#|$|---\s*$)/.test(line)));
  return { manifestFiles: files.length, manifestLines: lines.length };
}
