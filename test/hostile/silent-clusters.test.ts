import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { ApiServer } from "@capstan/apiserver";
import { renderKubeconfig } from "@capstan/kube";
import { CertificateAuthority } from "@capstan/kube/x509";
import { systemClock } from "@capstan/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HostileServer } from "./hostile-server.ts";
import { SharedCluster, type Tenant } from "./shared-cluster.ts";

const others = 60;
const newcomers = 9;

let well: ApiServer;
/** Accepts connections, and sends nothing. */
let deaf: Server;
/** Responds to the first request of a client, and to none after it. */
let tired: HostileServer;
const sockets = new Set<Socket>();

beforeAll(async () => {
  well = await ApiServer.start();
  deaf = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
  });
  deaf.listen(0, "127.0.0.1");
  await once(deaf, "listening");
  const never = (): void => undefined;
  tired = await HostileServer.start({ list: never, watch: never, other: never });
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  deaf.close();
  await tired[Symbol.asyncDispose]();
  await well.close();
});

/** Shorter times depend on the other load of the machine at that moment; a cluster that waits for others waits for tens of seconds. */
const measurableMs = 500;

/**
 * Measures, with 60 Clusters in a management cluster, how soon the worker of a further, responsive Cluster has its data: the minimum of
 * several, in milliseconds, because other programs that use the machine only delay it.
 */
async function timeToServeAmong(
  kubeconfigs: readonly string[],
  look?: (shared: Look) => Promise<void>,
): Promise<number> {
  await using shared = await SharedCluster.start(systemClock);
  const adding = Array.from({ length: others }, (_, index) =>
    shared.addTenant(`other-${index}`, kubeconfigs[index % kubeconfigs.length] ?? ""),
  );
  const tenants = await Promise.all(adding);
  const times: number[] = [];
  for (let count = 1; count <= newcomers; count += 1) {
    const startedAt = performance.now();
    const { worker } = await shared.addTenant(`newcomer-${count}`, well.kubeconfig);
    while ((await worker.bootstrapConfig()).status?.dataSecretName === undefined) await delay(10);
    times.push(performance.now() - startedAt);
  }
  await look?.({ shared, tenants });
  return Math.min(...times);
}

interface Look {
  readonly shared: Pick<SharedCluster, "conditionsOf">;
  readonly tenants: readonly Tenant[];
}

test("a responsive workload cluster is served as fast among 60 unresponsive as among 60 responsive ones", async () => {
  const { certificate } = await CertificateAuthority.create("silent", Date);
  const kubeconfigAt = (server: string): string =>
    renderKubeconfig({
      name: "silent",
      server,
      certificateAuthority: certificate,
      user: "manager",
      credentials: { token: "t0ken-of-the-tenant" },
    });
  const undisturbedMs = await timeToServeAmong([well.kubeconfig]);
  // given clusters that accept connections, that no packet reaches, and that respond once
  const silent = [
    kubeconfigAt(`https://127.0.0.1:${(deaf.address() as AddressInfo).port}`),
    kubeconfigAt("https://192.0.2.1:6443"),
    tired.kubeconfig,
  ];
  const disturbedMs = await timeToServeAmong(silent, async ({ shared, tenants }) => {
    // and finally each of them reports why its worker has no data
    for (const tenant of tenants) {
      const message = async () => (await shared.conditionsOf(tenant)).config.DataSecretAvailable?.message;
      await expect.poll(message).toContain(`${tenant.cluster.name}-kubeconfig`);
    }
  });
  expect(disturbedMs).toBeLessThan(2 * Math.max(undisturbedMs, measurableMs));
});
