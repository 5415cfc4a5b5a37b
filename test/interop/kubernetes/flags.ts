import { parseArgs } from "node:util";

export const help = `npm run suites:kubernetes -- [options]

Runs those of Kubernetes' own end-to-end tests that need no node, one by one, on etcd, kube-apiserver and kube-controller-manager and on
the embedded server. Ends with 1 if a test passes on the real server and not here, unless
test/interop/kubernetes/known-differences.ts says why.

  --only <pattern>   a regular expression that the names of the tests match; default: all that test/interop/kubernetes/specs.ts selects
  --kept             takes from an earlier run what passes on the real server, and runs nothing else
  --at-once <n>      tests that run at a time, default 6
  --seconds <n>      after which a test counts as failed, default 40: one that waits for a node would wait for minutes
  --rebuild          compiles the tests again, even if they are there
  --json             print JSON
  --help             print this

Needs Go, which compiles the tests once (some 5 minutes), into the user's cache folder (CAPSTAN_REFERENCE_DIR moves it), and
KUBEBUILDER_ASSETS, a folder with etcd, kube-apiserver, kube-controller-manager and kubectl.
`;

export interface Flags {
  readonly only: RegExp;
  /** Takes what passes on the real server from an earlier run. */
  readonly kept: boolean;
  readonly atOnce: number;
  readonly seconds: number;
  readonly rebuild: boolean;
  readonly json: boolean;
}

/** @throws Error - a flag that is not known. */
export function readFlags(): Flags | "help" {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      kept: { type: "boolean", default: false },
      "at-once": { type: "string", default: "6" },
      seconds: { type: "string", default: "40" },
      rebuild: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  const { only, kept, "at-once": atOnce, seconds, rebuild, json } = values;
  return { only: new RegExp(only), kept, atOnce: Number(atOnce), seconds: Number(seconds), rebuild, json };
}
