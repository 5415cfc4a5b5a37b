import { admissionConfigurations, type Client, systemClock, WebhookServer } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { namespace } from "../builders/test-objects.ts";
import type { Write } from "../client/recording-client.ts";
import { applyObjects } from "../environment/apply-yaml.ts";
import { TestEnvironment } from "../environment/test-environment.ts";
import type { ServerChoice } from "../environment/test-server.ts";
import type { RuleCase } from "./cases/rule-case.ts";
import type { ProviderUnderTest } from "./provider-under-test.ts";
import { IdleMachine } from "./scene/idle-kinds.ts";
import { OutsideWorld } from "./scene/outside-world.ts";
import { Restlessness } from "./scene/restlessness.ts";
import type { Traffic, World } from "./scene/world.ts";

/** A provider in this process, with a clock that the suite advances. */
export class InProcessWorld implements World {
  readonly namespace = namespace;
  readonly outside: OutsideWorld;
  readonly traffic: Traffic;
  readonly callsWebhooks: boolean;
  readonly #management: TestEnvironment;
  readonly #closing: AsyncDisposableStack;

  private constructor(
    parts: Pick<InProcessWorld, "callsWebhooks" | "outside" | "traffic"> & { readonly management: TestEnvironment },
    closing: AsyncDisposableStack,
  ) {
    this.#management = parts.management;
    this.outside = parts.outside;
    this.traffic = parts.traffic;
    this.callsWebhooks = parts.callsWebhooks;
    this.#closing = closing;
  }

  static async start(
    provider: ProviderUnderTest,
    server: ServerChoice,
    { hasAdmission = false }: Pick<RuleCase, "hasAdmission"> = {},
  ): Promise<InProcessWorld> {
    const closing = new AsyncDisposableStack();
    try {
      const clock = new FakeClock({ startMs: systemClock.now() });
      const outside = new OutsideWorld();
      const restlessness = new Restlessness();
      const refusals: Pick<Traffic, "refuse"> = { refuse: undefined };
      const management = closing.use(
        await TestEnvironment.start({
          server,
          clock,
          core: false,
          crds: [...IdleMachine.crds, ...(provider.infraCluster?.crds ?? [])],
          reconcilers: await provider.reconcilers({ clock, outside, closing }),
          refuse: (write) => restlessness.refuse(write) ?? refusals.refuse?.(write),
        }),
      );
      outside.onFailing = () => {
        management.expectError(Error, { optional: true });
      };
      if (hasAdmission) await admitBy(provider.definition, management.client, closing);
      if (provider.manifests !== undefined) await management.apply(provider.manifests);
      const traffic = trafficOf(management, restlessness, refusals);
      return new InProcessWorld({ management, outside, traffic, callsWebhooks: hasAdmission }, closing);
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  get client() {
    return this.#management.client;
  }

  /** Always false, because each scene has its own server. */
  isElsewhere(): boolean {
    return false;
  }

  async settled(): Promise<void> {
    await this.#management.settled();
  }

  breathe(): Promise<void> {
    return this.settled();
  }

  async pass(seconds: number): Promise<void> {
    await this.#management.clock.advance({ seconds });
  }

  async until(isSo: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
    await this.settled();
    for (let second = 0; !(await isSo()); second += 1) {
      if (second === seconds) return false;
      await this.pass(1);
    }
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

/** Serves the admission webhooks of a kind, and registers them with the API server. */
async function admitBy(
  { admissionWebhooks }: ProviderUnderTest["definition"],
  client: Client,
  closing: AsyncDisposableStack,
): Promise<void> {
  const webhooks = closing.use(await WebhookServer.start({ admission: admissionWebhooks }));
  await applyObjects(
    client,
    admissionConfigurations(admissionWebhooks, { name: "conformance", manager: webhooks.address }),
  );
}

function trafficOf(
  management: TestEnvironment,
  restlessness: Restlessness,
  refusals: { refuse: ((write: Write) => Error | undefined) | undefined },
): Traffic {
  return {
    writes: (filter = {}) => management.writes({ ...filter, by: "provider" }),
    requests: () => management.requests({ by: "provider" }),
    get refuse() {
      return refusals.refuse;
    },
    set refuse(refuse) {
      refusals.refuse = refuse;
    },
    get endless() {
      return restlessness.caught;
    },
  };
}
