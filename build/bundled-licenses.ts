import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** Writes the licenses of all packages of which a bundle contains something into a file next to it, as these ask for. */
export function bundledLicenses(name: string): Plugin {
  return {
    name: "bundled-licenses",
    setup: (build) => {
      build.onEnd(({ metafile }) => {
        writeFileSync(path.join(build.initialOptions.outdir ?? ".", name), licensesOf(metafile));
      });
    },
  };
}

/** Which files went into which output, by their paths from the folder that it was built in. */
interface Metafile {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, Part>> }>>;
}
interface Part {
  readonly bytesInOutput: number;
}

/**
 * The licenses of all packages of which a bundle contains something.
 *
 * @param folder - that it was built in.
 */
export function licensesOf(metafile: Metafile | undefined, folder = "."): string {
  const bundled = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
    Object.keys(inputs)
      .filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0)
      .map((file) => path.join(folder, file)),
  );
  const byPackage = Map.groupBy(bundled, packageFolder);
  const licenses = [...byPackage].flatMap(([of, files]) => (of === undefined ? [] : [licenseOf(of, files)]));
  return licenses.sort().join(`\n${"-".repeat(80)}\n\n`);
}

/** The folder of the package that a file was installed with; undefined for files of the workspace. */
function packageFolder(file: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

/**
 * What a package says of its license: in files of that name, or at the head of its other files.
 *
 * @param files - those that are in the bundle.
 * @throws Error nowhere: then it may not be in the bundle.
 */
function licenseOf(folder: string, files: readonly string[]): string {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Record<string, string>;
  const own = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying|copyright)/i.test(file));
  const stated = own.sort().map((file) => readFileSync(path.join(folder, file), "utf8").trim());
  const found = stated.length > 0 ? stated : [...new Set(files.flatMap(headOf))];
  if (found.length === 0) throw new Error(`${folder} states no license, so it cannot be bundled`);
  return [`${manifest.name} ${manifest.version} (${manifest.license})`, ...found, ""].join("\n\n");
}

/** The comment that a file begins with, if it is about copyright. */
function headOf(file: string): string[] {
  const head = /^(?:\/\/.*\n)+/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
  return /copyright/i.test(head) ? [head.trim()] : [];
}
