import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { RealApiServer } from "@capstan/testkit";

/** A server to run tests on. */
export interface Server extends AsyncDisposable {
  /** Path of an administrator's kubeconfig. */
  readonly kubeconfig: string;
}

/** Tests begin only with a ready Node; this one has no kubelet. */
const node = {
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "nowhere" },
  status: {
    capacity: { cpu: "4", memory: "8Gi", pods: "110" },
    allocatable: { cpu: "4", memory: "8Gi", pods: "110" },
    conditions: [{ type: "Ready", status: "True", reason: "KubeletReady" }],
  },
};

/** The real server, with the controllers that the embedded server includes. */
export async function realServer(assets: string): Promise<Server> {
  return served(await RealApiServer.start({ assets, rbac: true, controllerManager: true }), assets);
}

export async function embeddedServer(assets: string): Promise<Server> {
  const server = await ApiServer.start({ keptRequests: 0 });
  return served({ kubeconfig: server.kubeconfig, [Symbol.asyncDispose]: () => server.close() }, assets);
}

async function served(server: AsyncDisposable & { readonly kubeconfig: string }, assets: string): Promise<Server> {
  await using closing = new AsyncDisposableStack();
  closing.use(server);
  const folder = closing.use(await mkdtempDisposable(path.join(tmpdir(), "capstan-suites-")));
  const kubeconfig = path.join(folder.path, "kubeconfig");
  await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
  await addNode(kubeconfig, assets);
  const kept = closing.move();
  return { kubeconfig, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function addNode(kubeconfig: string, assets: string): Promise<void> {
  const kubectl = async (args: readonly string[], input = ""): Promise<void> => {
    const running = execFile(path.join(assets, "kubectl"), ["--kubeconfig", kubeconfig, ...args]);
    running.stdin?.end(input);
    const [code] = (await once(running, "exit")) as [number | null];
    if (code !== 0) throw new Error(`kubectl ${args.join(" ")} ended with ${code}`);
  };
  await kubectl(["create", "-f", "-"], JSON.stringify(node));
  // The real server taints each new Node until a controller, which does not run here, finds it ready.
  await kubectl(["patch", "node", node.metadata.name, "--type=merge", "--patch", '{"spec":{"taints":null}}']);
}
