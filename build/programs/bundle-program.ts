import { writeFileSync } from "node:fs";
import { build, type BuildOptions, type Metafile } from "esbuild";
import { withoutTypeImports } from "../../tsup.config.ts";
import { httpWithoutFetch } from "./http-without-fetch.ts";
import { bundleKubeconfigClient, kubeconfigClientIs } from "./kubeconfig-client.ts";

const banner = [
  // What loading leaves behind would let the young generation of the heap grow (packages/kube/src/memory).
  'process.getBuiltinModule("node:v8").setFlagsFromString("--semi-space-growth-factor=1");',
  // CommonJS in the bundle requires modules of Node.
  'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);',
];

/**
 * Bundles the program of a package, and all that it depends on, into one file.
 *
 * @returns what it consists of, parts of it that were bundled before included.
 */
export async function bundleProgram(packageFolder: string, file: string): Promise<Pick<Metafile, "outputs">> {
  const client = await bundleKubeconfigClient(packageFolder);
  const options: BuildOptions = {
    entryPoints: ["src/main.ts"],
    outfile: file,
    plugins: [kubeconfigClientIs(client.text), httpWithoutFetch],
    absWorkingDir: packageFolder,
    bundle: true,
    platform: "node",
    target: "node22",
    format: "esm",
    // From the sources of other packages of the workspace, so that no build of them can be stale.
    conditions: ["source"],
    // What is not used of a module can be left out only where it is not CommonJS.
    mainFields: ["module", "main"],
    // What V8 holds of a program is above all its source. Names stay, so that stacks can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    banner: { js: banner.join("\n") },
    logLevel: "error",
  };
  withoutTypeImports(options);
  const { metafile, outputFiles } = await build({ ...options, metafile: true, write: false });
  for (const { path, text } of outputFiles) writeFileSync(path, asciiOnly(text));
  return { outputs: { ...client.metafile.outputs, ...metafile.outputs } };
}

/** V8 keeps a source in two bytes a character if one of them is not ASCII, as in a regular expression, where esbuild leaves it. */
function asciiOnly(source: string): string {
  return source.replaceAll(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
