import { planBoot } from "@capstan/bootstrap-data";
import type { CorpusCase } from "../corpus/corpus-case.ts";
import { factsOf, tokens } from "../corpus/facts.ts";
import { clusterKeys, type RenderedCluster, renderCase } from "../corpus/render-case.ts";
import { carryOut } from "./carry-out.ts";
import { createNetwork, NodeContainer, removeNetwork } from "./node-container.ts";
import { imageVersion } from "./podman.ts";

const name = "control-plane";
const plain: CorpusCase = { name: "plain", role: "init", spec: {}, expected: "joins" };
const nodeGroup = "system:bootstrappers:kubeadm:default-node-token";

/** A cluster of one control-plane machine, which the machines of the corpus join. */
export class RealCluster implements AsyncDisposable {
  readonly controlPlane: NodeContainer;
  readonly rendered: RenderedCluster;

  private constructor(controlPlane: NodeContainer, rendered: RenderedCluster) {
    this.controlPlane = controlPlane;
    this.rendered = rendered;
  }

  static async start(folder: string): Promise<RealCluster> {
    await createNetwork();
    const [container, keys] = await Promise.all([NodeContainer.start(folder, name, 2), clusterKeys()]);
    const endpoint = `${container.address}:6443`;
    const facts = factsOf({ endpoint, certificateAuthority: keys.ca.certificate, takenName: name });
    const rendered = { keys, endpoint, kubernetesVersion: imageVersion(folder), facts };
    const instance = { instanceID: name, localHostname: name };
    const output = await carryOut(planBoot(renderCase(plain, rendered), { instance }), container);
    const cluster = new RealCluster(container, rendered);
    const sentinel = await container.exec(["test", "-e", "/run/cluster-api/bootstrap-success.complete"]);
    if (sentinel.status !== 0) throw new Error(`the control plane is not initialized: ${output}`);
    await cluster.#createTokens();
    return cluster;
  }

  async #createTokens(): Promise<void> {
    const create = async (token: string, usages: string, group: string): Promise<void> => {
      const groups = group === "" ? [] : ["--groups", group];
      await this.controlPlane.must(["kubeadm", "token", "create", token, "--usages", usages, ...groups]);
    };
    await create(tokens.usable, "signing,authentication", nodeGroup);
    await create(tokens.expired, "signing,authentication", nodeGroup);
    await create(tokens.signingOnly, "signing", "");
    await create(tokens.authenticationOnly, "authentication", nodeGroup);
    await create(tokens.withoutGroup, "signing,authentication", "system:bootstrappers:others");
    const expired = JSON.stringify({ stringData: { expiration: "2020-01-01T00:00:00Z" } });
    const secret = `bootstrap-token-${tokens.expired.slice(0, 6)}`;
    const kubectl = ["kubectl", "--kubeconfig", "/etc/kubernetes/admin.conf", "--namespace", "kube-system"];
    await this.controlPlane.must([...kubectl, "patch", "secret", secret, "--patch", expired]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.controlPlane[Symbol.asyncDispose]();
    await removeNetwork();
  }
}
