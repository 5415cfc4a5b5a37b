import { writeFileSync } from "node:fs";
import { build, type BuildOptions, type Metafile } from "esbuild";
import { withoutTypeImports } from "../../tsup.config.ts";
import { dockerClient } from "./docker-client.ts";
import { httpWithoutFetch } from "./http-without-fetch.ts";
import { bundleKubeconfigClient, kubeconfigClientIs } from "./kubeconfig-client.ts";

const banner = [
  // Garbage from loading would enlarge the young generation of the heap (packages/kube/src/memory).
  'process.getBuiltinModule("node:v8").setFlagsFromString("--semi-space-growth-factor=1");',
  // CommonJS code in the bundle requires Node modules.
  'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);',
];

/**
 * Bundles the program of a package, with all its dependencies, into one file.
 *
 * @returns its inputs, including those of parts that were bundled before.
 */
export async function bundleProgram(packageFolder: string, file: string): Promise<Pick<Metafile, "outputs">> {
  const client = await bundleKubeconfigClient(packageFolder);
  const options: BuildOptions = {
    entryPoints: ["src/main.ts"],
    outfile: file,
    plugins: [kubeconfigClientIs(client.text), httpWithoutFetch, dockerClient],
    absWorkingDir: packageFolder,
    bundle: true,
    platform: "node",
    target: "node22",
    format: "esm",
    // From the sources of other packages of the workspace, so that no build can be stale.
    conditions: ["source"],
    // Unused parts of a module can be removed only if it is not CommonJS.
    mainFields: ["module", "main"],
    // The source is most of what V8 keeps of a program. Names stay, so that stacks are readable.
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

/** V8 stores a source with two bytes per character if one character is not ASCII. esbuild leaves such characters in regular expressions. */
function asciiOnly(source: string): string {
  return source.replaceAll(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
