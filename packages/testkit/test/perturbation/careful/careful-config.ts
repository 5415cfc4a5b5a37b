import { Machine, type ProviderDefinition } from "@capstan/provider";
import { Secret } from "@capstan/runtime";
import { MockMachine } from "@capstan/testkit";
import { OutsideWorld } from "@capstan/testkit/conformance";
import type { Scenario } from "@capstan/testkit/perturbation";
import { definitions } from "../../conformance/raw/definitions.ts";
import { RawConfigProvider } from "../../conformance/raw/raw-config.ts";
import type { Owners, Stored } from "../../conformance/raw/raw-provider.ts";

const definition = definitions.v1beta2.config;

/** Creates a hand-written bootstrap provider. */
export type ConfigProviderClass = new (definition: ProviderDefinition) => RawConfigProvider;

/** A hand-written bootstrap provider that checks the owner of an existing Secret. */
export class CarefulConfigProvider extends RawConfigProvider {
  constructor(own: ProviderDefinition) {
    super(own, new OutsideWorld());
  }

  protected override async ensureSecret(object: Stored, owners: Owners): Promise<void> {
    const secret = this.secretFor(object, owners);
    const { name, namespace = "", ownerReferences } = secret.metadata;
    const found = await this.read(Secret, name, object.metadata);
    if (found === undefined) await this.client.create(Secret, secret);
    else if (found.metadata.ownerReferences?.some(({ uid }) => uid === object.metadata.uid) !== true)
      await this.client.patch(Secret, { name, namespace }, { type: "merge", body: { metadata: { ownerReferences } } });
  }
}

/** The config of a Machine, from creation to deletion; another config may replace it. */
export function lifeOfConfig(Provider: ConfigProviderClass = CarefulConfigProvider, name = "careful"): Scenario {
  return {
    name,
    prepare: () => ({
      environment: { crds: MockMachine.crds },
      reconcilers: () => [new Provider(definition)],
    }),
    steps: {
      create: async (env) => {
        const machine = await env.createMachine({ infrastructure: MockMachine, bootstrap: definition });
        const hasData = async () => (await machine.get()).spec.bootstrap.dataSecretName !== undefined;
        await env.until("m1 has data", hasData);
      },
      delete: async (env) => {
        await env.client.delete(Machine, { name: "m1", namespace: "default" });
        await env.until("no Machine left", async () => (await env.client.list(Machine)).items.length === 0);
      },
    },
    replaceable: [`${definition.kind.kind}/m1`],
    varying: [/(?<=-)[0-9a-f]{16}/],
  };
}
