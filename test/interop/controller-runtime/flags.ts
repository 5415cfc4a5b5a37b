import { parseArgs } from "node:util";

export const help = `npm run suites:controller-runtime -- [options]

Runs the test suites of controller-runtime that start an API server, as they are published, on etcd and kube-apiserver and on the
embedded server, and compares test by test. Ends with 1 if a test passes on the real server and not here, unless
test/interop/controller-runtime/known-differences.ts says why.

  --only <packages>  such as pkg/client,pkg/cache; default: all, separated by commas
  --kept             takes from earlier runs what passes on the real server, where one was
  --rebuild          compiles the suites again, even if they are there
  --json             print JSON
  --help             print this

Needs Go, which compiles each suite once, into the user's cache folder (CAPSTAN_REFERENCE_DIR moves it), and KUBEBUILDER_ASSETS, a
folder with etcd, kube-apiserver and kubectl.
`;

export interface Flags {
  /** Packages, as folders of the module; empty: all. */
  readonly only: readonly string[];
  /** Takes from earlier runs what passes on the real server. */
  readonly kept: boolean;
  readonly rebuild: boolean;
  readonly json: boolean;
}

/** @throws Error - a flag that is not known. */
export function readFlags(): Flags | "help" {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      kept: { type: "boolean", default: false },
      rebuild: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  const { only, kept, rebuild, json } = values;
  return { only: only === undefined ? [] : only.split(","), kept, rebuild, json };
}
