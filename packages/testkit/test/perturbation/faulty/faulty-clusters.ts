import type { Stored } from "../../conformance/raw/raw-provider.ts";
import { CarefulClusterProvider, lifeOfCluster } from "../careful/careful-cluster.ts";
import type { FaultyProvider } from "./faulty-provider.ts";
import { endpointOfProcess } from "./process-of.ts";

interface Row extends Pick<FaultyProvider, "fault" | "killedBy" | "says"> {
  readonly Provider: typeof CarefulClusterProvider;
}

const doubled = /server of RawCluster\/c1 exists 2 times|server of RawCluster\/c1: left over/;
const leaked = /server of RawCluster\/c1: left over/;
const never = /TimedOutError: Timed out after 600 s: c1 provisioned/;

const rows: readonly Row[] = [
  {
    fault: "makes a balancer until it has published an endpoint",
    killedBy: ["crash-before", "answer-500", "answer-409", "cloud-times-out", "crash-after-call"],
    says: doubled,
    Provider: class extends CarefulClusterProvider {
      protected override async ensureBalancer({ metadata: { name }, spec }: Stored): Promise<void> {
        if (spec?.controlPlaneEndpoint === undefined) await this.cloud.create(name);
      }
    },
  },
  {
    fault: "knows only in memory that it has made a balancer",
    killedBy: ["crash-after", "leader-change", "crash-after-call"],
    says: doubled,
    Provider: class extends CarefulClusterProvider {
      #made = false;
      protected override async ensureBalancer({ metadata: { name } }: Stored): Promise<void> {
        if (!this.#made) await this.cloud.create(name);
        this.#made = true;
      }
    },
  },
  {
    fault: "notes the id of its balancer after it has made it, and knows it by that alone",
    killedBy: ["crash-before", "answer-500", "crash-after-call", "cloud-times-out"],
    says: doubled,
    Provider: class extends CarefulClusterProvider {
      protected override async ensureBalancer(object: Stored): Promise<void> {
        if (object.metadata.annotations?.balancer !== undefined) return;
        const { id } = await this.cloud.create(object.metadata.name);
        await this.patch(object, { metadata: { annotations: { balancer: id } } });
      }
    },
  },
  {
    fault: "notes that it makes a balancer, and never looks whether that succeeded",
    killedBy: ["crash-after", "cloud-refuses", "lose-answer"],
    says: /server of RawCluster\/c1: missing|TimedOutError/,
    Provider: class extends CarefulClusterProvider {
      protected override async ensureBalancer(object: Stored): Promise<void> {
        if (object.metadata.annotations?.balancer !== undefined) return;
        await this.patch(object, { metadata: { annotations: { balancer: "made" } } });
        await this.cloud.create(object.metadata.name);
      }
    },
  },
  {
    fault: "publishes the endpoint of its process",
    killedBy: ["crash-after", "leader-change"],
    says: /controlPlaneEndpoint has changed/,
    Provider: class extends CarefulClusterProvider {
      protected override async publishEndpoint(object: Stored): Promise<void> {
        const changed = endpointOfProcess(this.client, object);
        if (changed !== undefined) await this.patch(object, changed);
      }
    },
  },
  {
    fault: "is provisioned before it has an endpoint, and never looks again",
    killedBy: ["crash-after", "answer-500", "answer-409", "lose-answer"],
    says: /controlPlaneEndpoint.* is missing/,
    Provider: class extends CarefulClusterProvider {
      protected override async publish(object: Stored): Promise<void> {
        if (object.status?.initialization !== undefined) return;
        const fields = { failureDomains: this.failureDomains() };
        await this.report(object, { isDone: true, reason: "Running", fields });
        await this.publishEndpoint(object);
      }
    },
  },
  {
    fault: "sets its finalizer when the balancer is there",
    killedBy: ["undisturbed"],
    says: /was created before the object had a finalizer/,
    Provider: class extends CarefulClusterProvider {
      protected override async provide(object: Stored): Promise<void> {
        await this.ensureBalancer(object);
        await this.ensureFinalizer(object);
        await this.publish(object);
      }
    },
  },
  {
    fault: "clears its finalizer, and then removes its balancer",
    killedBy: ["crash-after", "cloud-refuses", "lose-answer"],
    says: leaked,
    Provider: class extends CarefulClusterProvider {
      protected override async whenDeleted(object: Stored): Promise<void> {
        if (!this.hasFinalizer(object)) return;
        await this.patch(object, { metadata: { finalizers: null } });
        await this.remove(object);
      }
    },
  },
  {
    fault: "takes a removal that the cloud refused for done",
    killedBy: ["cloud-refuses"],
    says: leaked,
    Provider: class extends CarefulClusterProvider {
      protected override async remove(object: Stored): Promise<void> {
        await super.remove(object).catch(() => undefined);
      }
    },
  },
  {
    fault: "removes only the balancer that it remembers",
    killedBy: ["crash-after", "leader-change"],
    says: leaked,
    Provider: class extends CarefulClusterProvider {
      #id: string | undefined;
      protected override async ensureBalancer(object: Stored): Promise<void> {
        if ((await this.cloud.find(object.metadata.name)) === undefined)
          this.#id = (await this.cloud.create(object.metadata.name)).id;
      }
      protected override async remove(): Promise<void> {
        if (this.#id !== undefined) await this.cloud.remove(this.#id);
      }
    },
  },
  {
    fault: "makes a second balancer where the cloud did not answer",
    killedBy: ["cloud-times-out"],
    says: doubled,
    Provider: class extends CarefulClusterProvider {
      protected override async ensureBalancer({ metadata: { name } }: Stored): Promise<void> {
        if ((await this.cloud.find(name)) === undefined)
          await this.cloud.create(name).catch(() => this.cloud.create(name));
      }
    },
  },
  {
    fault: "gives up for good where it is asked to come again later",
    killedBy: ["answer-429"],
    says: never,
    Provider: class extends CarefulClusterProvider {
      #hasFailed = false;
      protected override async provide(object: Stored): Promise<void> {
        if (this.#hasFailed) return;
        try {
          await super.provide(object);
        } catch (error) {
          this.#hasFailed = String(error).includes("TooManyRequests");
          if (!this.#hasFailed) throw error;
        }
      }
    },
  },
];

/** Hand-written providers of cluster infrastructure that work only in the absence of faults. */
export const faultyClusters = rows.map(({ Provider, ...row }): FaultyProvider => ({
  ...row,
  role: "InfraCluster",
  scenario: lifeOfCluster(Provider, "faulty"),
}));
