import type { Plugin } from "esbuild";

/** What stands for the parts of docker-modem that are not bundled. */
const stands: Readonly<Record<string, string>> = {
  // Native addons and assets: found next to an installed package only when an address begins with ssh://.
  ssh2: 'exports.Client = function () { return new (require("ssh2").Client)(); };',
  // Comes without the text of its license. The provider reads certificates itself.
  "split-ca": "module.exports = () => undefined;",
};

/** Bundles docker-modem without what only engines behind SSH need. */
export const dockerClient: Plugin = {
  name: "docker-client",
  setup: (build) => {
    const filter = new RegExp(`^(?:${Object.keys(stands).join("|")})$`);
    build.onResolve({ filter }, ({ path, namespace }) =>
      namespace === "docker-client" ? { path, external: true } : { path, namespace: "docker-client" },
    );
    build.onLoad({ filter, namespace: "docker-client" }, ({ path }) => ({ contents: stands[path] ?? "" }));
  },
};
