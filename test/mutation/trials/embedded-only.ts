import process from "node:process";

/** The environment without the reference builds, so that no test starts a real server or a Go manager. */
export function embeddedOnly(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const environment = { ...process.env, ...more };
  delete environment.KUBEBUILDER_ASSETS;
  delete environment.CAPSTAN_CLUSTER_API_ASSETS;
  return environment;
}
