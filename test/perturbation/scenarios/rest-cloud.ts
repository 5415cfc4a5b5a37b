import { labels, Secret } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { OutsideThing, Scenario } from "@capstan/testkit/perturbation";
import { FakeCloud } from "../../../examples/infrastructure-rest-cloud/fake-cloud/fake-cloud.ts";
import { RestCluster } from "../../../examples/infrastructure-rest-cloud/src/api/rest-cluster.ts";
import { RestMachine } from "../../../examples/infrastructure-rest-cloud/src/api/rest-machine.ts";
import { CloudAccounts } from "../../../examples/infrastructure-rest-cloud/src/cloud/cloud-accounts.ts";
import { RestClusterReconciler } from "../../../examples/infrastructure-rest-cloud/src/reconcilers/rest-cluster/rest-cluster-reconciler.ts";
import { RestMachineReconciler } from "../../../examples/infrastructure-rest-cloud/src/reconcilers/rest-machine/rest-machine-reconciler.ts";
import { lifeOfMachine } from "./life-of-machine.ts";

const token = "t0ken-of-the-cloud";
const clouds = new WeakMap<object, FakeCloud>();

function outside(cloud: FakeCloud): OutsideThing[] {
  const servers = cloud.store.living.map(({ name }) => ({ what: "server", owner: `RestMachine/${name}` }));
  return [...servers, ...cloud.balancers.map(() => ({ what: "load balancer" }))];
}

const life = lifeOfMachine({
  infrastructure: RestMachine,
  infraCluster: RestCluster,
  infraClusterSpec: ({ clock }) => ({
    url: clouds.get(clock)?.url,
    credentialsSecretName: "cloud",
    requestsPerSecond: 1_000,
  }),
});

async function createToken({ client }: TestEnvironment): Promise<void> {
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "cloud", namespace: "default", labels: { [labels.clusterName]: "of-m1" } },
    data: { token: Buffer.from(token).toString("base64") },
  });
}

/** The provider of the REST cloud, which makes a server for each request, and lists it late. */
export const restCloud: Scenario = {
  name: "example infrastructure-rest-cloud",
  prepare: async ({ clock, cloudClock, closing }) => {
    const cloud = closing.use(await FakeCloud.start({ clock: cloudClock, token }));
    clouds.set(clock, cloud);
    return {
      reconcilers: () => {
        const accounts = new CloudAccounts();
        return [new RestClusterReconciler(accounts), new RestMachineReconciler(accounts)];
      },
      outside: () => outside(cloud),
    };
  },
  ...life,
  steps: { "create a token": createToken, ...life.steps },
  varying: [/lb-\d+(?=\.cloud)/, /\b10\.0\.\d+\.\d+\b/, /(?<=http:\/\/127\.0\.0\.1:)\d+/],
};
