import type { Plugin } from "esbuild";

/** Loads Node's HTTP modules with CommonJS, as the runtime does (`packages/runtime/src/http`), which avoids loading fetch. */
export const httpWithoutFetch: Plugin = {
  name: "http-without-fetch",
  setup: (build) => {
    build.onResolve({ filter: /^(?:node:)?https?$/ }, ({ path }) => ({ path, namespace: "builtin" }));
    build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};
