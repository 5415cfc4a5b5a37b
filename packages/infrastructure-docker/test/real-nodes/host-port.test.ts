import { DockerCluster, DockerInfrastructure, removeRemains } from "@capstan/infrastructure-docker";
import { optional, uniqueName } from "@capstan/kube";
import { Cluster } from "@capstan/provider";
import { RealNodes } from "@capstan/testkit/real-nodes";
import { describe, expect, test } from "vitest";

/** Longer than anything here takes on a busy machine. */
const timeout = 3_600_000;
const hasNodes = (process.env.CAPSTAN_NODE_IMAGE_ASSETS ?? "") !== "";

describe.skipIf(!hasNodes)("a control plane behind a port of the host (CAPSTAN_NODE_IMAGE_ASSETS)", () => {
  test("is reached by machines at the same port of their own loopback address", { timeout }, async () => {
    // given a Cluster as on Docker Desktop, whose containers the host does not reach
    await using nodes = await RealNodes.start();
    const cluster = await nodes.env.createCluster({
      name: "host-port",
      infrastructure: DockerCluster,
      infrastructureSpec: { loadBalancer: { ...optional("image", nodes.images.loadBalancer), endpoint: "HostPort" } },
    });
    const { namespace, name } = cluster;
    await using removing = new AsyncDisposableStack();
    removing.defer(() => removeRemains(nodes.engine, uniqueName({ metadata: cluster }), AbortSignal.timeout(300_000)));

    // when a control plane and a worker boot
    await nodes.ready(await nodes.createControlPlane(cluster));
    const worker = await nodes.createWorker(cluster);
    await nodes.ready(worker);

    // then its kubelet uses the port
    const { controlPlaneEndpoint: endpoint } = (await cluster.get()).spec;
    expect(endpoint).toMatchObject({ host: "127.0.0.1" });
    const container = uniqueName({ metadata: { namespace, name: worker.name } });
    const kubeconfig = "/etc/kubernetes/kubelet.conf";
    expect(await nodes.engine.readFile(container, kubeconfig, soon())).toContain(`https://127.0.0.1:${endpoint?.port}`);

    // and also after a restart of the provider, which starts the forward again
    const file = `/run/capstan-forward-${endpoint?.port}.pid`;
    const forward = async () => (await nodes.engine.exec(container, ["cat", file], soon())).output;
    const before = await forward();
    const running = await nodes.engine.findContainer(container, soon());
    if (running === undefined || endpoint === undefined) throw new Error("The load balancer does not run");
    const balanced = { cluster: uniqueName({ metadata: cluster }), network: uniqueName({ metadata: cluster }) };
    await using restarted = new DockerInfrastructure(nodes.engine);
    await restarted.forwards.ensure(running, balanced, endpoint, soon());
    await nodes.until("the forward is a new process", async () => (await forward()) !== before);
    const get = ["kubectl", `--kubeconfig=${kubeconfig}`, "get", "node", worker.name, "--output=name"];
    await nodes.until("it answers", async () => (await nodes.engine.exec(container, get, soon())).exitCode === 0);

    await cluster.delete();
    await nodes.until("the Cluster is gone", async () => (await nodes.env.client.list(Cluster)).items.length === 0);
    expect(await nodes.remains({ name })).toEqual([]);
  });
});

function soon(): AbortSignal {
  return AbortSignal.timeout(60_000);
}
