import { jsonOption, optionsOf, script, wholeNumber } from "@capstan/harness/script";

const command = script(
  "Runs the end-to-end tests of Kubernetes that need no node, one by one: on etcd, kube-apiserver and kube-controller-manager, and on the " +
    "embedded server. Exits with 1 if a test passes only on the real server, unless test/interop/kubernetes/known-differences.ts explains it.",
  "Needs Go, which compiles the tests once (about 5 minutes) into the user's cache folder or CAPSTAN_REFERENCE_DIR, and\n" +
    "KUBEBUILDER_ASSETS, a folder with etcd, kube-apiserver, kube-controller-manager and kubectl.",
)
  .option("--only <pattern>", "a regular expression for the names of the tests (default: all in specs.ts)")
  .option("--kept", "take the tests that pass on the real server from an earlier run, and run only those", false)
  .option("--at-once <number>", "tests to run at a time", wholeNumber(1), 6)
  .option(
    "--seconds <number>",
    "timeout of a test: a test that waits for a node would wait for minutes",
    wholeNumber(1),
    40,
  )
  .option("--rebuild", "compile the tests again, even if the binaries exist", false)
  .option(...jsonOption);

export type Flags = ReturnType<typeof readFlags>;

export function readFlags() {
  const { only = "", ...others } = optionsOf(command);
  return { only: new RegExp(only), ...others };
}
