import { isBootstrapDataError, planBoot } from "@capstan/bootstrap-data";
import type { CorpusCase } from "../corpus/corpus-case.ts";
import { type RenderedCluster, renderCase } from "../corpus/render-case.ts";
import { carryOut } from "../node/carry-out.ts";
import { NodeContainer } from "../node/node-container.ts";
import type { RealCluster } from "../node/real-cluster.ts";

/** What became of a real machine: the Node, or what its programs printed. */
export type RealVerdict =
  | { readonly joins: true; readonly node: string; readonly seconds: number }
  | { readonly joins: false; readonly output: string; readonly refused?: string; readonly seconds: number };

/** What steps do not print: the unit of Ignition, the last start of the kubelet, and the logs of static Pods. */
const details = `
journalctl --unit kubeadm --no-pager --output cat
[ -e /var/lib/kubelet/config.yaml ] || exit 0
echo "=== kubelet"; journalctl --unit kubelet --no-pager --output cat | tail -n 20
echo "=== containers"; tail -n 20 /var/log/pods/*/*/*.log 2>/dev/null
`;

/** Boots a machine in a container from the data of a case. */
export async function realVerdict(
  folder: string,
  one: CorpusCase,
  hostname: string,
  index: number,
  cluster: RealCluster,
): Promise<RealVerdict> {
  const role = one.role === "init" ? "control-plane" : "worker";
  const began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 100) / 10;
  await using container = await NodeContainer.start(folder, hostname, index, role);
  const rendered = one.role === "init" ? ofItsOwn(cluster.rendered, container) : cluster.rendered;
  try {
    const instance = { instanceID: hostname, localHostname: hostname };
    const output = await carryOut(planBoot(renderCase(one, rendered), { instance }), container);
    const sentinel = await container.exec(["test", "-e", "/run/cluster-api/bootstrap-success.complete"]);
    const node = sentinel.status === 0 ? await nodeOf(one, container, cluster) : undefined;
    if (node !== undefined) return { joins: true, node, seconds: seconds() };
    const more = await container.exec(["/bin/bash", "-c", details]);
    return { joins: false, output: `${output}\n${more.output}`, seconds: seconds() };
  } catch (error) {
    if (!isBootstrapDataError(error)) throw error;
    return { joins: false, output: error.message, refused: error.reason, seconds: seconds() };
  }
}

/** A machine that initializes a control plane is the endpoint of its own cluster. */
function ofItsOwn(rendered: RenderedCluster, { address }: NodeContainer): RenderedCluster {
  const endpoint = `${address}:6443`;
  return { ...rendered, endpoint, facts: { ...rendered.facts, endpoint } };
}

/** The Node of a machine whose kubelet has an identity; undefined if the kubelet does not register it in half a minute. */
async function nodeOf(one: CorpusCase, container: NodeContainer, cluster: RealCluster): Promise<string | undefined> {
  const kubelet = ["kubectl", "--kubeconfig", "/etc/kubernetes/kubelet.conf"];
  const user = await container.exec([...kubelet, "auth", "whoami", "--output", "jsonpath={.status.userInfo.username}"]);
  const name = /^system:node:(\S+)/.exec(user.output)?.[1];
  if (name === undefined) return undefined;
  const controlPlane = one.role === "init" ? container : cluster.controlPlane;
  const admin = ["kubectl", "--kubeconfig", "/etc/kubernetes/admin.conf"];
  const wait = await controlPlane.exec([...admin, "wait", "--for=create", "--timeout=30s", `node/${name}`]);
  return wait.status === 0 ? name : undefined;
}
