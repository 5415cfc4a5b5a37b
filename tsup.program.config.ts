import { defineConfig } from "tsup";
import { bundledLicenses } from "./build/bundled-licenses.ts";
import { withoutTypeImports } from "./tsup.config.ts";

// A program together with everything that it imports: to find, read and link hundreds of small files takes longer, and more memory,
// than all that they do. Only for programs that are started often and have to be small; libraries leave it to their users.
export default defineConfig({
  entry: ["src/main.ts"],
  format: "esm",
  target: "node22",
  platform: "node",
  splitting: true,
  // After the package's modules, next to them: what looks for the package's other files finds them from either.
  clean: false,
  noExternal: [/.*/],
  esbuildOptions: (options) => {
    withoutTypeImports(options);
    options.chunkNames = "program-[hash]";
    // From the sources of other packages of the workspace, so that no build of them can be stale.
    options.conditions = ["source"];
    // What is not used of a module can be left out only where it is not CommonJS.
    options.mainFields = ["module", "main"];
  },
  // CommonJS in the bundle requires modules of Node.
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
  esbuildPlugins: [bundledLicenses("program-licenses.txt")],
});
