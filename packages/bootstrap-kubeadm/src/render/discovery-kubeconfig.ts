import { kubeconfigEntries } from "@capstan/kube";
import { type FileDiscovery } from "../api/v1beta2/discovery.ts";
import { type ResolvedFile } from "./setup/resolved-setup.ts";
import { toYaml } from "./yaml.ts";

const defaultExecVersion = "client.authentication.k8s.io/v1";

/**
 * Renders the kubeconfig of a discovery file that the user delegates to this provider, for the path where kubeadm expects it.
 *
 * @param discovery - with its defaults filled in.
 * @returns undefined if the user provides the file.
 */
export function discoveryKubeconfigFile({ kubeConfigPath, kubeConfig }: FileDiscovery): ResolvedFile | undefined {
  if (kubeConfig === undefined) return undefined;
  const { cluster, user } = kubeConfig;
  const name = "default";
  const server = {
    server: cluster?.server ?? "",
    "tls-server-name": cluster?.tlsServerName,
    "insecure-skip-tls-verify": cluster?.insecureSkipTLSVerify === true ? true : undefined,
    "certificate-authority-data": cluster?.certificateAuthorityData,
    "proxy-url": cluster?.proxyURL,
  };
  const entries = kubeconfigEntries({
    context: name,
    cluster: { name, fields: server },
    user: { name, fields: { "auth-provider": authProvider(user.authProvider), exec: exec(user.exec) } },
  });
  const content = toYaml(entries, { sortKeys: true });
  return { path: kubeConfigPath, owner: "root:root", permissions: "0640", content };
}

type KubeConfigUser = NonNullable<FileDiscovery["kubeConfig"]>["user"];

function authProvider(provider: KubeConfigUser["authProvider"]): object | undefined {
  return provider === undefined ? undefined : { name: provider.name, config: provider.config ?? null };
}

function exec(plugin: KubeConfigUser["exec"]): object | undefined {
  if (plugin === undefined) return undefined;
  return {
    apiVersion: plugin.apiVersion ?? defaultExecVersion,
    command: plugin.command,
    args: plugin.args ?? null,
    env: plugin.env ?? null,
    // A machine has no user to prompt.
    interactiveMode: "Never",
    provideClusterInfo: plugin.provideClusterInfo ?? false,
  };
}
