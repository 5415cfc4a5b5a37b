import type { Plugin } from "esbuild";

/** Reads Node's HTTP modules as CommonJS does, as the runtime itself does (`packages/runtime/src/http`): without all of fetch. */
export const httpWithoutFetch: Plugin = {
  name: "http-without-fetch",
  setup: (build) => {
    build.onResolve({ filter: /^(?:node:)?https?$/ }, ({ path }) => ({ path, namespace: "builtin" }));
    build.onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};
