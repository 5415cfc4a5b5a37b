import https from "node:https";
import { ApiServer } from "@capstan/apiserver";
import { coreCRDs, type CustomResourceDefinition } from "@capstan/contract";
import { createClient, installCRDs } from "@capstan/runtime";
import { upstreamCRDs } from "@capstan/testkit";
import { kubeconfigClient } from "../../access/kubeconfig-client.ts";
import { type Figure, median, type Sizes, timed } from "../parts/figure.ts";

/** The cost of a copy of a server with the CRDs of Cluster API, compared with installing them on another server. */
export async function measureFork({ rounds }: Sizes): Promise<readonly Figure[]> {
  const crds = installedCRDs();
  await using origin = await preparedServer(crds);
  const forks: number[] = [];
  const answered: number[] = [];
  const fresh: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (let count = 0; count < 5; count += 1) {
      forks.push(await startTime(() => origin.fork()));
      answered.push(await startTime(() => answering(origin.fork())));
    }
    fresh.push(await startTime(() => preparedServer(crds)));
  }
  const unit = "ms";
  return [
    { what: `a fork with ${crds.length} CRDs`, unit, embedded: median(forks), aim: "≤ 20 ms" },
    { what: "the same, until a new client has an answer", unit, embedded: median(answered), aim: "" },
    { what: `start, and install ${crds.length} CRDs`, unit, embedded: median(fresh), aim: "" },
  ];
}

/** The CRDs of Cluster API if its build exists, otherwise Capstan's. */
function installedCRDs(): readonly CustomResourceDefinition[] {
  if ((process.env.CAPSTAN_CLUSTER_API_ASSETS ?? "") === "") return coreCRDs;
  return (["core", "bootstrap", "controlplane"] as const).flatMap((components) => upstreamCRDs(components));
}

async function preparedServer(crds: readonly CustomResourceDefinition[]): Promise<ApiServer> {
  const server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "capstan-bench" });
  await installCRDs(client, crds);
  await client.close();
  return server;
}

async function startTime(start: () => Promise<ApiServer>): Promise<number> {
  let started: ApiServer | undefined;
  const took = await timed(async () => {
    started = await start();
  });
  await started?.close();
  return took;
}

/** Until the response to a request on a separate connection. */
async function answering(starting: Promise<ApiServer>): Promise<ApiServer> {
  const server = await starting;
  const agent = new https.Agent();
  await kubeconfigClient(server.kubeconfig, agent)("GET", "/api/v1/namespaces/default", {});
  agent.destroy();
  return server;
}
