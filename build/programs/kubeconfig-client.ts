import { build, type Metafile, type Plugin } from "esbuild";

const client = "@kubernetes/client-node";

/** For requests by fetch, which are not made. */
const withoutUndici: Plugin = {
  name: "without-undici",
  setup: (build) => {
    build.onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: "unused" }));
    build.onLoad({ filter: /.*/, namespace: "unused" }, () => ({
      contents: "export const Agent = undefined, ProxyAgent = undefined, fetch = undefined;",
    }));
  },
};

/** Its modules only define, which its manifest does not say: what is not used of them can be left out. */
const withoutSideEffects: Plugin = {
  name: "without-side-effects",
  setup: (build) => {
    build.onResolve({ filter: /^\.\.?\// }, async ({ path, pluginData, ...from }) => {
      if (!from.importer.includes(`/node_modules/${client}/`) || pluginData === client) return undefined;
      return { ...(await build.resolve(path, { ...from, pluginData: client })), sideEffects: false };
    });
  },
};

/**
 * Of the official client how a kubeconfig's exec plugins and auth providers are asked, in one module: 200 KB, where its index holds every
 * model of the Kubernetes API, 1,700.
 */
export async function bundleKubeconfigClient(
  folder: string,
): Promise<{ readonly text: string; readonly metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export { KubeConfig } from "${client}/dist/config.js";`, resolveDir: folder },
    absWorkingDir: folder,
    outfile: "kubeconfig-client.mjs",
    bundle: true,
    platform: "node",
    format: "esm",
    mainFields: ["module", "main"],
    // Programs have it for themselves.
    external: ["js-yaml"],
    plugins: [withoutUndici, withoutSideEffects],
    write: false,
    metafile: true,
    logLevel: "error",
  });
  return { text: outputFiles.map(({ text }) => text).join(""), metafile };
}

/** Has a program import this module in place of the client. */
export function kubeconfigClientIs(text: string): Plugin {
  return {
    name: "kubeconfig-client",
    setup: (build) => {
      build.onResolve({ filter: new RegExp(`^${client}$`) }, ({ kind, resolveDir }) =>
        kind === "dynamic-import"
          ? { path: client, namespace: "kubeconfig-client", pluginData: resolveDir }
          : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: "kubeconfig-client" }, ({ pluginData }) => ({
        contents: text,
        resolveDir: String(pluginData),
      }));
    },
  };
}
