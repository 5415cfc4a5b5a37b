import type { Engine } from "../engine/engine.ts";

/** The result of giving a Node its providerID. */
export type NodeRegistration =
  | { readonly state: "registered"; readonly nodeName: string }
  /** The kubelet has no kubeconfig where kubeadm writes it: bootstrap data must set the providerID. */
  | { readonly state: "noKubeconfig" }
  | { readonly state: "notYet" }
  | { readonly state: "otherProviderID"; readonly providerID: string };

const exitCodes = { noKubeconfig: 3, otherProviderID: 5 };

/**
 * Gives the Node of a container its providerID, which a cloud provider would otherwise do. The kubelet's own credentials allow it, so that
 * no access to the workload cluster is needed.
 */
const script = String.raw`kubeconfig=/etc/kubernetes/kubelet.conf
[ -e "$kubeconfig" ] || exit ${exitCodes.noKubeconfig}
ask() { kubectl --kubeconfig="$kubeconfig" --request-timeout=10s "$@" 2>/dev/null; }
user=$(ask auth whoami -o 'jsonpath={.status.userInfo.username}') || exit 4
node=${"$"}{user#system:node:}
known=$(ask get node "$node" -o 'jsonpath={.spec.providerID}') || exit 4
if [ -z "$known" ]; then
  ask patch node "$node" -p "{\"spec\":{\"providerID\":\"$1\"}}" >/dev/null || exit 4
elif [ "$known" != "$1" ]; then
  echo "$known"
  exit ${exitCodes.otherProviderID}
fi
echo "$node"
`;

/** Ensures the providerID of a container's Node. Safe to repeat. */
export async function registerNode(
  engine: Engine,
  container: string,
  providerID: string,
  signal: AbortSignal,
): Promise<NodeRegistration> {
  const { exitCode, output } = await engine.exec(container, ["sh", "-c", script, "register-node", providerID], signal);
  const line = output.trim();
  if (exitCode === 0 && line !== "") return { state: "registered", nodeName: line };
  if (exitCode === exitCodes.noKubeconfig) return { state: "noKubeconfig" };
  return exitCode === exitCodes.otherProviderID ? { state: "otherProviderID", providerID: line } : { state: "notYet" };
}
