import type { TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";
import { definitions } from "../../conformance/raw/definitions.ts";
import { RawClusterProvider } from "../../conformance/raw/raw-cluster.ts";
import type { Stored } from "../../conformance/raw/raw-provider.ts";
import { cloudOf } from "../servers/world-with-cloud.ts";
import { type CloudProviderClass, deleteCluster, scenarioOf } from "./careful-scenario.ts";

const definition = definitions.v1beta2.cluster;
const key = { name: "c1", namespace: "default" };

/** A hand-written provider of cluster infrastructure that looks for its load balancer before it creates one. */
export class CarefulClusterProvider extends RawClusterProvider {
  protected readonly cloud = cloudOf(this.outside);

  protected override async provide(object: Stored): Promise<void> {
    await this.ensureFinalizer(object);
    await this.ensureBalancer(object);
    await this.publish(object);
  }

  protected async ensureBalancer({ metadata: { name } }: Stored): Promise<void> {
    if ((await this.cloud.find(name)) === undefined) await this.cloud.create(name);
  }

  protected override async remove({ metadata: { name } }: Stored): Promise<void> {
    for (const { id } of await this.cloud.list(name)) await this.cloud.remove(id);
  }
}

async function isProvisioned({ client }: TestEnvironment): Promise<boolean> {
  const { status } = await client.get<Stored>(definition.kind, key);
  return JSON.stringify(status?.initialization) === '{"provisioned":true}';
}

/** A Cluster, from creation to deletion. */
export function lifeOfCluster(Provider: CloudProviderClass = CarefulClusterProvider, name = "careful"): Scenario {
  const steps: Scenario["steps"] = {
    create: async (env) => {
      await env.createCluster({ name: key.name, infrastructure: definition });
      await env.until("c1 provisioned", () => isProvisioned(env));
    },
    delete: (env) => deleteCluster(env, key),
  };
  return scenarioOf({ definition, steps }, Provider, name);
}
