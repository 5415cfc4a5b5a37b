import { labels, Secret } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { CloudCalls, OutsideThing, Scenario } from "@capstan/testkit/perturbation";
import { FakeCloud } from "../../../examples/infrastructure-rest-cloud/fake-cloud/fake-cloud.ts";
import { CloudAccounts } from "../../../examples/infrastructure-rest-cloud/src/cloud/cloud-accounts.ts";
import { RestClusterReconciler } from "../../../examples/infrastructure-rest-cloud/src/reconcilers/rest-cluster/rest-cluster-reconciler.ts";
import { RestMachineReconciler } from "../../../examples/infrastructure-rest-cloud/src/reconcilers/rest-machine/rest-machine-reconciler.ts";

const token = "t0ken-of-the-cloud";
const clouds = new WeakMap<object, FakeCloud>();

/** Accounts whose clouds are called through `calls`, so that each request can be disturbed. */
class DisturbedAccounts extends CloudAccounts {
  readonly #calls: CloudCalls;

  constructor(calls: CloudCalls) {
    super();
    this.#calls = calls;
  }

  override async open(...given: Parameters<CloudAccounts["open"]>) {
    return this.#calls.around(await super.open(...given));
  }
}

function outside(cloud: FakeCloud): OutsideThing[] {
  const servers = cloud.store.living.map(({ name }) => ({ what: "server", owner: `RestMachine/${name}` }));
  return [...servers, ...cloud.balancers.map(() => ({ what: "load balancer" }))];
}

/** A REST cloud and its provider, with the values that differ between runs. */
export const restWorld: Pick<Scenario, "prepare" | "varying"> = {
  prepare: async ({ clock, cloudClock, closing }) => {
    const cloud = closing.use(await FakeCloud.start({ clock: cloudClock, token }));
    clouds.set(clock, cloud);
    return {
      reconcilers: (calls) => {
        const accounts = new DisturbedAccounts(calls);
        return [new RestClusterReconciler(accounts), new RestMachineReconciler(accounts)];
      },
      outside: () => outside(cloud),
    };
  },
  varying: [/lb-\d+(?=\.cloud)/, /\b10\.0\.\d+\.\d+\b/, /(?<=http:\/\/127\.0\.0\.1:)\d+/],
};

/** The spec of a RestCluster for the cloud of this world. */
export function restCloudOf({ clock }: TestEnvironment): {
  readonly url: string;
  readonly credentialsSecretName: string;
} {
  return { url: clouds.get(clock)?.url ?? "", credentialsSecretName: "cloud" };
}

/** The Secret that a RestCluster refers to. */
export async function createToken({ client }: TestEnvironment): Promise<void> {
  await client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "cloud", namespace: "default", labels: { [labels.clusterName]: "of-m1" } },
    data: { token: Buffer.from(token).toString("base64") },
  });
}
