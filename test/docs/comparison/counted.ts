/** What an author of a provider wrote, counted. */
export interface Counted {
  /** Source files, without tests and generated ones. */
  readonly sourceFiles: number;
  /** Their lines, without blank lines and comments. */
  readonly sourceLines: number;
  /** Files of YAML that are written by hand, for installing it. */
  readonly manifestFiles: number;
  readonly manifestLines: number;
  /** Names of the framework that the sources use: types, functions, constants, members that are overridden or called. */
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
