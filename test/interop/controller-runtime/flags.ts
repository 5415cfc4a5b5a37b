import { jsonOption, list, optionsOf, type OptionsOf, script } from "@capstan/harness/script";

const command = script(
  "Runs the test suites of controller-runtime that start an API server, as they are published, on etcd and kube-apiserver and on the embedded " +
    "server, and compares test by test. Ends with 1 if a test passes on the real server and not here, unless " +
    "test/interop/controller-runtime/known-differences.ts says why.",
  "Needs Go, which compiles each suite once, into the user's cache folder (CAPSTAN_REFERENCE_DIR moves it), and KUBEBUILDER_ASSETS, a\n" +
    "folder with etcd, kube-apiserver and kubectl.",
)
  .option("--only <packages>", "such as pkg/client,pkg/cache, separated by commas (default: all)", list(String), [])
  .option("--kept", "take from earlier runs what passes on the real server, where one was", false)
  .option("--rebuild", "compile the suites again, even if they are there", false)
  .option(...jsonOption);

export type Flags = OptionsOf<typeof command>;

export function readFlags(): Flags {
  return optionsOf(command);
}
