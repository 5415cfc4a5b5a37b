import { ApiServer } from "@capstan/apiserver";
import { flowServers } from "@capstan/harness/servers";
import { type Client, createClient } from "@capstan/provider";
import { RealApiServer } from "@capstan/testkit";

/** A running API server and a client of it. */
export interface TestServer extends AsyncDisposable {
  readonly client: Client;
}

/** The servers a test runs against. */
export const servers: readonly (readonly [name: string, start: () => Promise<TestServer>])[] = [
  ["the embedded server", async () => withClient(await ApiServer.start())],
  ...(flowServers.includes("real")
    ? [["a real kube-apiserver", async () => withClient(await RealApiServer.start())] as const]
    : []),
];

function withClient(server: AsyncDisposable & { readonly kubeconfig: string }): TestServer {
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "kubeadm-test/0" });
  return {
    client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
