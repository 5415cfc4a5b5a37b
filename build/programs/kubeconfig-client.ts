import { build, type Metafile, type Plugin } from "esbuild";

const client = "@kubernetes/client-node";

/** undici serves requests by fetch, which these programs do not send. */
const withoutUndici: Plugin = {
  name: "without-undici",
  setup: (build) => {
    build.onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: "unused" }));
    build.onLoad({ filter: /.*/, namespace: "unused" }, () => ({
      contents: "export const Agent = undefined, ProxyAgent = undefined, fetch = undefined;",
    }));
  },
};

/** Its modules only contain definitions, but its manifest does not say so. With this, unused parts can be removed. */
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
 * Bundles the parts of the official client that run a kubeconfig's exec plugins and auth providers, as one module: 200 KB instead of 1,700
 * with its index, which contains every model of the Kubernetes API.
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
    // Programs already include it.
    external: ["js-yaml"],
    plugins: [withoutUndici, withoutSideEffects],
    write: false,
    metafile: true,
    logLevel: "error",
  });
  return { text: outputFiles.map(({ text }) => text).join(""), metafile };
}

/** Makes a program import this module instead of the client. */
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
