import { jsonOption, optionsOf, script, wholeNumber } from "@capstan/harness/script";

const command = script(
  "Runs those of Kubernetes' own end-to-end tests that need no node, one by one, on etcd, kube-apiserver and kube-controller-manager and on the " +
    "embedded server. Ends with 1 if a test passes on the real server and not here, unless test/interop/kubernetes/known-differences.ts says " +
    "why.",
  "Needs Go, which compiles the tests once (some 5 minutes), into the user's cache folder (CAPSTAN_REFERENCE_DIR moves it), and\n" +
    "KUBEBUILDER_ASSETS, a folder with etcd, kube-apiserver, kube-controller-manager and kubectl.",
)
  .option("--only <pattern>", "a regular expression that the names of the tests match (default: all of specs.ts)")
  .option("--kept", "take from an earlier run what passes on the real server, and run nothing else", false)
  .option("--at-once <number>", "tests that run at a time", wholeNumber(1), 6)
  .option(
    "--seconds <number>",
    "after which a test counts as failed: one that waits for a node would wait for minutes",
    wholeNumber(1),
    40,
  )
  .option("--rebuild", "compile the tests again, even if they are there", false)
  .option(...jsonOption);

export type Flags = ReturnType<typeof readFlags>;

export function readFlags() {
  const { only = "", ...others } = optionsOf(command);
  return { only: new RegExp(only), ...others };
}
