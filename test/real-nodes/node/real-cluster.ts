import { planBoot } from "@capstan/bootstrap-data";
import type { CorpusCase } from "../corpus/corpus-case.ts";
import { factsOf, tokens } from "../corpus/facts.ts";
import { clusterKeys, type RenderedCluster, renderCase } from "../corpus/render-case.ts";
import { carryOut } from "./carry-out.ts";
import { createNetwork, NodeContainer, removeNetwork } from "./node-container.ts";
import { imageVersion } from "./podman.ts";

const name = "control-plane";
const plain: CorpusCase = { name: "plain", role: "init", spec: {}, expected: "joins" };

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
    const [container, keys] = await Promise.all([NodeContainer.start(folder, name, 2, "control-plane"), clusterKeys()]);
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
    await this.#createToken(tokens.usable, {});
    await this.#createToken(tokens.expired, { expiration: "2020-01-01T00:00:00Z" });
    await this.#createToken(tokens.signingOnly, { "usage-bootstrap-authentication": "false" });
    await this.#createToken(tokens.authenticationOnly, { "usage-bootstrap-signing": "false" });
    await this.#createToken(tokens.withoutGroup, { "auth-extra-groups": "system:bootstrappers:others" });
  }

  async #createToken(token: string, changes: Readonly<Record<string, string>>): Promise<void> {
    const [id = "", secret = ""] = token.split(".");
    const data = {
      "token-id": id,
      "token-secret": secret,
      "usage-bootstrap-signing": "true",
      "usage-bootstrap-authentication": "true",
      "auth-extra-groups": "system:bootstrappers:kubeadm:default-node-token",
      ...changes,
    };
    const metadata = { name: `bootstrap-token-${id}`, namespace: "kube-system" };
    const object = {
      apiVersion: "v1",
      kind: "Secret",
      type: "bootstrap.kubernetes.io/token",
      metadata,
      stringData: data,
    };
    const kubectl = ["kubectl", "--kubeconfig", "/etc/kubernetes/admin.conf", "create", "--filename", "-"];
    await this.controlPlane.must(kubectl, JSON.stringify(object));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.controlPlane[Symbol.asyncDispose]();
    await removeNetwork();
  }
}
