import { MachinePool } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";
import { definitions } from "../../conformance/raw/definitions.ts";
import { RawPoolProvider } from "../../conformance/raw/raw-pool.ts";
import type { Owners, Stored } from "../../conformance/raw/raw-provider.ts";
import { cloudOf } from "../servers/world-with-cloud.ts";
import { type CloudProviderClass, scenarioOf } from "./careful-scenario.ts";

const definition = definitions.v1beta2.pool;
const key = { name: "p1", namespace: "default" };
/** The maximum number of servers that any step requests. */
const mostReplicas = 3;

/** A hand-written provider of pools that counts the existing servers before it creates more. */
export class CarefulPoolProvider extends RawPoolProvider {
  protected readonly cloud = cloudOf(this.outside);

  protected override async provide(object: Stored, { pool, cluster }: Owners): Promise<void> {
    await this.ensureFinalizer(object);
    const data = await this.bootstrapData(pool?.spec.template.spec);
    if (!this.hasInfrastructure(cluster) || data === undefined)
      return this.report(object, { isDone: false, reason: "Waiting" });
    await this.level(object, pool?.spec.replicas ?? 1);
    await this.publishServers(object);
  }

  /** Creates the missing servers. */
  protected async level({ metadata: { name } }: Stored, wanted: number): Promise<void> {
    const servers = await this.cloud.list(name);
    for (const { id } of servers.slice(wanted)) await this.cloud.remove(id);
    for (let count = servers.length; count < wanted; count += 1) await this.cloud.create(name);
  }

  protected async publishServers(object: Stored): Promise<void> {
    const servers = await this.cloud.list(object.metadata.name);
    await this.publishIDs(
      object,
      servers.map(({ id }) => `raw://${id}`),
    );
    await this.report(object, { isDone: true, reason: "Running", fields: { replicas: servers.length } });
  }

  protected override async remove(object: Stored): Promise<void> {
    await this.level(object, 0);
  }

  /** Its name survives a move. */
  protected override serverOf({ metadata: { name } }: Stored): string {
    return name;
  }
}

async function hasReplicas({ client }: TestEnvironment, replicas: number): Promise<boolean> {
  const { spec, status } = await client.get<Stored>(definition.kind, key);
  return status?.replicas === replicas && (spec?.providerIDList as unknown[] | undefined)?.length === replicas;
}

async function scaleTo(env: TestEnvironment, replicas: number): Promise<void> {
  await env.client.patch(MachinePool, key, { type: "merge", body: { spec: { replicas } } });
  await env.settled();
}

/** A MachinePool of one server, then two, three, and zero. */
export function lifeOfPool(Provider: CloudProviderClass = CarefulPoolProvider, name = "careful"): Scenario {
  const steps: Scenario["steps"] = {
    "create and scale": async (env) => {
      await env.createMachinePool({ name: key.name, infrastructure: definition, bootstrapData: "#cloud-config" });
      await env.settled();
      await scaleTo(env, 2);
      await scaleTo(env, mostReplicas);
      // Another client annotates the object, which triggers a reconcile.
      const body = { metadata: { annotations: { look: "here" } } };
      await env.client.patch(definition.kind, key, { type: "merge", body });
      await env.until("3 servers", () => hasReplicas(env, mostReplicas));
    },
    delete: async (env) => {
      await env.client.delete(definition.kind, key);
      await env.client.delete(MachinePool, key);
    },
  };
  const invariants = {
    "no more servers than were ever wanted": ({ outside }: { readonly outside: readonly unknown[] }) =>
      outside.length <= mostReplicas,
  };
  return scenarioOf({ definition, steps, invariants, isGroup: true, replaceable: ["Secret/p1"] }, Provider, name);
}
