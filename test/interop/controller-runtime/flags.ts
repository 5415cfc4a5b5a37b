import { jsonOption, list, optionsOf, type OptionsOf, script } from "@capstan/harness/script";

const command = script(
  "Runs the published test suites of controller-runtime that start an API server, on etcd and kube-apiserver and on the embedded server, and " +
    "compares test by test. Exits with 1 if a test passes only on the real server, unless " +
    "test/interop/controller-runtime/known-differences.ts explains it.",
  "Needs Go, which compiles each suite once into the user's cache folder or CAPSTAN_REFERENCE_DIR, and KUBEBUILDER_ASSETS, a\n" +
    "folder with etcd, kube-apiserver and kubectl.",
)
  .option(
    "--only <packages>",
    "packages separated by commas, such as pkg/client,pkg/cache (default: all)",
    list(String),
    [],
  )
  .option("--kept", "take the results of the real server from earlier runs, if they exist", false)
  .option("--rebuild", "compile the suites again, even if the binaries exist", false)
  .option(...jsonOption);

export type Flags = OptionsOf<typeof command>;

export function readFlags(): Flags {
  return optionsOf(command);
}
