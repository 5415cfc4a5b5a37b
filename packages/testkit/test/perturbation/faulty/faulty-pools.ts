import { MachinePool } from "@capstan/provider";
import { Controller, enqueueMapped, type Manager, Result } from "@capstan/runtime";
import type { Owners, Stored } from "../../conformance/raw/raw-provider.ts";
import { CarefulPoolProvider, lifeOfPool } from "../careful/careful-pool.ts";
import type { FaultyProvider } from "./faulty-provider.ts";

interface Row extends Pick<FaultyProvider, "fault" | "killedBy" | "says"> {
  readonly Provider: typeof CarefulPoolProvider;
}

const tooMany = /no more servers than were ever wanted|server \d of RawPool\/p1: left over/;
const never = /TimedOutError: Timed out after 600 s: 3 servers/;

function listed({ spec }: Stored): number {
  return (spec?.providerIDList as readonly string[] | undefined)?.length ?? 0;
}

const rows: readonly Row[] = [
  {
    fault: "makes as many servers as its own list lacks",
    killedBy: ["crash-before", "answer-409", "answer-500", "cloud-times-out", "crash-after-call"],
    says: tooMany,
    Provider: class extends CarefulPoolProvider {
      protected override async level(object: Stored, wanted: number): Promise<void> {
        if (wanted === 0) return super.level(object, 0);
        for (let count = listed(object); count < wanted; count += 1) await this.cloud.create(object.metadata.name);
      }
    },
  },
  {
    fault: "knows only in memory how many servers it has made",
    killedBy: ["crash-after", "leader-change", "crash-after-call"],
    says: tooMany,
    Provider: class extends CarefulPoolProvider {
      #made = 0;
      protected override async level(object: Stored, wanted: number): Promise<void> {
        if (wanted < this.#made) await super.level(object, wanted);
        for (let count = this.#made; count < wanted; count += 1) await this.cloud.create(object.metadata.name);
        this.#made = wanted;
      }
    },
  },
  {
    fault: "makes one server for each change of the MachinePool that it sees",
    killedBy: ["skipped-events"],
    says: never,
    Provider: class extends CarefulPoolProvider {
      #seen = 0;
      #wanted = 0;
      override setup(manager: Manager): void {
        super.setup(manager);
        const count = ({ spec: { replicas = 1 } }: MachinePool): [] => {
          if (replicas > this.#seen) this.#wanted += 1;
          this.#seen = replicas;
          return [];
        };
        const reconciler = { reconcile: () => Promise.resolve(Result.awaitChange()) };
        const sources = [enqueueMapped(MachinePool, (pool) => count(pool as MachinePool))];
        manager.add(new Controller({ name: "changes", reconciler, sources }));
      }
      protected override async level(object: Stored, wanted: number): Promise<void> {
        await super.level(object, Math.min(wanted, this.#wanted));
      }
    },
  },
  {
    fault: "takes the MachinePool of its cache for the one that it has read, once for each generation",
    killedBy: ["stale-cache", "skipped-events"],
    says: never,
    Provider: class extends CarefulPoolProvider {
      #manager: Manager | undefined;
      #handled: number | undefined;
      override setup(manager: Manager): void {
        super.setup(manager);
        this.#manager = manager;
      }
      protected override async findPool(): Promise<MachinePool | undefined> {
        return (await this.client.list(MachinePool)).items[0];
      }
      protected override async provide(object: Stored, owners: Owners): Promise<void> {
        const generation = owners.pool?.metadata.generation;
        if (generation === this.#handled) return;
        const known = await this.#manager?.cache.get(MachinePool, { name: "p1", namespace: "default" });
        await super.provide(object, { ...owners, pool: known as MachinePool | undefined });
        this.#handled = generation;
      }
    },
  },
  {
    fault: "notes the number of servers before it makes them, and never counts them",
    killedBy: ["crash-after", "cloud-refuses", "lose-answer"],
    says: never,
    Provider: class extends CarefulPoolProvider {
      protected override async level(object: Stored, wanted: number): Promise<void> {
        if (object.metadata.annotations?.asked === String(wanted)) return;
        const before = Number(object.metadata.annotations?.asked ?? 0);
        await this.patch(object, { metadata: { annotations: { asked: String(wanted) } } });
        if (wanted < before) return super.level(object, wanted);
        for (let count = before; count < wanted; count += 1) await this.cloud.create(object.metadata.name);
      }
    },
  },
  {
    fault: "notes the number of servers after it has made them, and never counts them",
    killedBy: ["crash-before", "answer-500", "crash-after-call", "cloud-times-out"],
    says: tooMany,
    Provider: class extends CarefulPoolProvider {
      protected override async level(object: Stored, wanted: number): Promise<void> {
        const { annotations } = object.metadata;
        const before = Number(annotations?.asked ?? 0);
        if (wanted < before) await super.level(object, wanted);
        for (let count = before; count < wanted; count += 1) await this.cloud.create(object.metadata.name);
        if (wanted !== before) await this.patch(object, { metadata: { annotations: { asked: String(wanted) } } });
      }
    },
  },
  {
    fault: "makes a server again where the cloud did not answer",
    killedBy: ["cloud-times-out"],
    says: tooMany,
    Provider: class extends CarefulPoolProvider {
      protected override async level({ metadata: { name } }: Stored, wanted: number): Promise<void> {
        const servers = await this.cloud.list(name);
        for (const { id } of servers.slice(wanted)) await this.cloud.remove(id);
        for (let count = servers.length; count < wanted; count += 1)
          await this.cloud.create(name).catch(() => this.cloud.create(name));
      }
    },
  },
  {
    fault: "makes servers before it has set its finalizer",
    killedBy: ["undisturbed"],
    says: /was created before the object had a finalizer/,
    Provider: class extends CarefulPoolProvider {
      protected override async ensureFinalizer(object: Stored): Promise<void> {
        if ((await this.cloud.list(object.metadata.name)).length > 0) await super.ensureFinalizer(object);
      }
    },
  },
  {
    fault: "clears its finalizer, and then removes its servers",
    killedBy: ["crash-after", "cloud-refuses", "lose-answer"],
    says: /server \d of RawPool\/p1: left over/,
    Provider: class extends CarefulPoolProvider {
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
    says: /server \d of RawPool\/p1: left over/,
    Provider: class extends CarefulPoolProvider {
      protected override async remove(object: Stored): Promise<void> {
        await super.remove(object).catch(() => undefined);
      }
    },
  },
  {
    fault: "reports its servers once for each number, whether that succeeds or not",
    killedBy: ["answer-500", "answer-409", "answer-429"],
    says: never,
    Provider: class extends CarefulPoolProvider {
      readonly #reported = new Set<number>();
      protected override async publishServers(object: Stored): Promise<void> {
        const { length } = await this.cloud.list(object.metadata.name);
        if (this.#reported.has(length)) return;
        this.#reported.add(length);
        await super.publishServers(object);
      }
    },
  },
  {
    fault: "asks again and again as long as it is answered 429",
    killedBy: ["answer-429"],
    says: /writes within 10 s, all of them answered 429/,
    Provider: class extends CarefulPoolProvider {
      protected override async patchStatus(object: Stored, status: object): Promise<void> {
        await super.patchStatus(object, status).catch(async (error: unknown) => {
          if (!String(error).includes("TooManyRequests")) throw error;
          await this.patchStatus(object, status);
        });
      }
    },
  },
];

/** Hand-written providers of pools that work only in the absence of faults. */
export const faultyPools = rows.map(({ Provider, ...row }): FaultyProvider => ({
  ...row,
  role: "InfraMachinePool",
  scenario: lifeOfPool(Provider, "faulty"),
}));
