import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Options } from "tsup";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

/** Writes the licenses of all packages in a bundle into a file alongside it, as these licenses require. */
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

/** The inputs of each output, as paths relative to the build folder. */
interface Metafile {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, Part>> }>>;
}
interface Part {
  readonly bytesInOutput: number;
}

/**
 * The licenses of all packages in a bundle.
 *
 * @param folder - the build folder.
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

/** The installed package folder of a file; undefined for files of the workspace. */
function packageFolder(file: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

/**
 * The license of a package: from license files, or from the header of its other files.
 *
 * @param files - those that are in the bundle.
 * @throws Error it has no license, and so must not be in the bundle.
 */
function licenseOf(folder: string, files: readonly string[]): string {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Record<string, string>;
  const own = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying|copyright)/i.test(file));
  const stated = own.sort().map((file) => readFileSync(path.join(folder, file), "utf8").trim());
  const found = stated.length > 0 ? stated : [...new Set(files.flatMap(headOf))];
  if (found.length === 0) throw new Error(`${folder} states no license, so it cannot be bundled`);
  return [`${manifest.name} ${manifest.version} (${manifest.license})`, ...found, ""].join("\n\n");
}

/** The comment at the start of a file, if it is about copyright. */
function headOf(file: string): string[] {
  const head = /^(?:\/\/.*\n)+/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
  return /copyright/i.test(head) ? [head.trim()] : [];
}
