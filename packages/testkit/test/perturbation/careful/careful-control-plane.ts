import type { TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";
import { definitions } from "../../conformance/raw/definitions.ts";
import { RawControlPlaneProvider } from "../../conformance/raw/raw-control-plane.ts";
import type { Stored } from "../../conformance/raw/raw-provider.ts";
import { cloudOf } from "../servers/world-with-cloud.ts";
import { type CloudProviderClass, deleteCluster, scenarioOf } from "./careful-scenario.ts";

const definition = definitions.v1beta2.controlPlane;
const key = { name: "c1", namespace: "default" };

/** A hand-written provider of control planes that requests an upgrade only if none was requested. */
export class CarefulControlPlaneProvider extends RawControlPlaneProvider {
  protected readonly cloud = cloudOf(this.outside);

  protected override async provide(object: Stored): Promise<void> {
    await this.ensureFinalizer(object);
    await this.ensureService(object);
    await this.ensureVersion(object);
    await this.publish(object);
  }

  protected async ensureService({ metadata: { name } }: Stored): Promise<void> {
    if ((await this.cloud.find(name)) === undefined) await this.cloud.create(name);
  }

  protected async ensureVersion(object: Stored): Promise<void> {
    const { name } = object.metadata;
    const version = this.versionWanted(object);
    if ((await this.cloud.versionOf(name)) !== version) await this.cloud.upgrade(name, version);
  }

  protected override async reportInitialized(object: Stored): Promise<void> {
    const version = this.versionWanted(object);
    await this.report(object, {
      isDone: true,
      reason: "Running",
      fields: {
        ...this.counters(),
        version,
        versions: [{ version, replicas: 3 }],
        externalManagedControlPlane: true,
      },
    });
  }

  protected override async remove({ metadata: { name } }: Stored): Promise<void> {
    for (const { id } of await this.cloud.list(name)) await this.cloud.remove(id);
  }

  protected versionWanted({ spec }: Stored): string {
    return String(spec?.version);
  }
}

async function has({ client }: TestEnvironment, version: string): Promise<boolean> {
  const { status } = await client.get<Stored>(definition.kind, key);
  return status?.initialization !== undefined && status.version === version;
}

/** A control plane that is upgraded once. */
export function lifeOfControlPlane(
  Provider: CloudProviderClass = CarefulControlPlaneProvider,
  name = "careful",
): Scenario {
  const steps: Scenario["steps"] = {
    create: async (env) => {
      const controlPlaneSpec = { replicas: 3, version: "v1.35.0" };
      await env.createCluster({ name: key.name, controlPlane: definition, controlPlaneSpec });
      await env.until("c1 at v1.35.0", () => has(env, "v1.35.0"));
    },
    upgrade: async (env) => {
      await env.client.patch(definition.kind, key, { type: "merge", body: { spec: { version: "v1.36.0" } } });
      await env.until("c1 at v1.36.0", () => has(env, "v1.36.0"));
    },
    delete: (env) => deleteCluster(env, key),
  };
  return scenarioOf({ definition, steps }, Provider, name);
}
