import type { MachinePool } from "@capstan/contract";
import { definitions } from "./definitions.ts";
import { faultyProviders } from "./faulty-provider.ts";
import { RawPoolProvider } from "./raw-pool.ts";
import type { Owners, Report, Stored } from "./raw-provider.ts";

type Booting = Parameters<RawPoolProvider["bootstrapData"]>[0];

const { pool: old } = definitions.v1beta1;

/** Providers of machine pools, each with one fault. */
export const faultyPoolProviders = faultyProviders(definitions.v1beta2.pool, [
  [
    "MP-002",
    "sets the flag of contract v1beta2 alone",
    class extends RawPoolProvider {
      protected override flag(): Readonly<Record<string, unknown>> {
        return { initialization: { provisioned: true } };
      }
    },
  ],
  [
    "MP-002",
    "sets the flag of contract v1beta1 alone",
    class extends RawPoolProvider {
      protected override flag(): Readonly<Record<string, unknown>> {
        return { ready: true };
      }
    },
  ],
  [
    "MP-002",
    "takes the flag that core reads back when it looks again",
    class extends RawPoolProvider {
      #isUp = false;
      protected override flag(): Readonly<Record<string, unknown>> {
        this.#isUp = !this.#isUp;
        return { ...super.flag(), ready: this.#isUp };
      }
    },
  ],
  [
    "IB-008",
    "is provisioned before it lists its machines",
    class extends RawPoolProvider {
      protected override async publishPool(object: Stored): Promise<void> {
        await this.report(object, { isDone: true, reason: "Running" });
        await super.publishPool(object);
      }
    },
  ],
  [
    "MP-003",
    "keeps the ids of machines that are gone",
    class extends RawPoolProvider {
      protected override async publishIDs(object: Stored, ids: readonly string[]): Promise<void> {
        const known = (object.spec?.providerIDList ?? []) as readonly string[];
        await super.publishIDs(object, [...new Set([...known, ...ids])]);
      }
    },
  ],
  [
    "MP-003",
    "lists its machines once and for all",
    class extends RawPoolProvider {
      protected override async publishIDs(object: Stored, ids: readonly string[]): Promise<void> {
        if (object.spec?.providerIDList === undefined) await super.publishIDs(object, ids);
      }
    },
  ],
  [
    "MP-003",
    "gives all machines the id of the pool",
    class extends RawPoolProvider {
      protected override idsOf(object: Stored): readonly string[] {
        return super.idsOf(object).map(() => `raw://${this.serverOf(object)}`);
      }
    },
  ],
  [
    "MP-003",
    "stops while the bootstrap data of its pool is missing",
    class extends RawPoolProvider {
      protected override async provide(object: Stored, owners: Owners): Promise<void> {
        const data = await this.bootstrapData(templateOf(owners.pool));
        if (data !== undefined || object.spec?.providerID === undefined) await super.provide(object, owners);
      }
    },
  ],
  [
    "BC-020",
    "waits for bootstrap data before it reports existing machines again",
    class extends RawPoolProvider {
      protected override async provide(object: Stored, owners: Owners): Promise<void> {
        const data = await this.bootstrapData(templateOf(owners.pool));
        if (data !== undefined || object.status?.ready === true) await super.provide(object, owners);
      }
    },
  ],
  [
    "IB-007",
    "adds machines without data while the bootstrap data of its pool is missing",
    class extends RawPoolProvider {
      protected override mayGrow(): boolean {
        return true;
      }
    },
  ],
  [
    "MP-004",
    "counts its machines once and for all",
    class extends RawPoolProvider {
      protected override async report(object: Stored, report: Report): Promise<void> {
        const replicas = object.status?.replicas;
        const fields = replicas === undefined ? report.fields : { replicas };
        await super.report(object, { ...report, ...(fields === undefined ? {} : { fields }) });
      }
    },
  ],
  [
    "MP-004",
    "counts no machines",
    class extends RawPoolProvider {
      protected override async report(object: Stored, { isDone, reason }: Report): Promise<void> {
        await super.report(object, { isDone, reason });
      }
    },
  ],
  [
    "MP-007",
    "goes on though the pool has failed for good",
    class extends RawPoolProvider {
      protected override async whenPresent(object: Stored, owners: Owners): Promise<void> {
        await this.provide(object, owners);
      }
    },
    old,
  ],
  [
    "MP-010",
    "scales what something else manages",
    class extends RawPoolProvider {
      protected override isManagedElsewhere(): boolean {
        return false;
      }
    },
  ],
  [
    "MP-010",
    "does not say how many machines something else wants",
    class extends RawPoolProvider {
      protected override follow(): Promise<void> {
        return Promise.resolve();
      }
    },
  ],
  [
    "IB-001",
    "reports a status before a MachinePool owns the object",
    class extends RawPoolProvider {
      protected override async mayStart(object: Stored, owners: Owners): Promise<boolean> {
        if (owners.pool === undefined) await this.report(object, { isDone: false, reason: "WaitingForOwner" });
        return super.mayStart(object, owners);
      }
    },
  ],
  [
    "IB-003",
    "makes machines though there is no Cluster",
    class extends RawPoolProvider {
      protected override mayStart(_object: Stored, { pool }: Owners): boolean {
        return pool !== undefined;
      }
      protected override hasInfrastructure(): boolean {
        return true;
      }
    },
  ],
  [
    "IB-004",
    "sets no finalizer",
    class extends RawPoolProvider {
      protected override ensureFinalizer(): Promise<void> {
        return Promise.resolve();
      }
    },
  ],
  [
    "IB-005",
    "does not wait for the Cluster's infrastructure",
    class extends RawPoolProvider {
      protected override hasInfrastructure(): boolean {
        return true;
      }
    },
  ],
  [
    "IB-006",
    "starts machines without bootstrap data",
    class extends RawPoolProvider {
      protected override isEnough(): boolean {
        return true;
      }
    },
  ],
  [
    "IB-007",
    "gives its machines the bootstrap data in base64",
    class extends RawPoolProvider {
      protected override async bootstrapData(spec: Booting): Promise<string | undefined> {
        const data = await super.bootstrapData(spec);
        return data === undefined ? undefined : Buffer.from(data).toString("base64");
      }
    },
  ],
  [
    "IB-007",
    "gives bootstrap data to its first machine alone",
    class extends RawPoolProvider {
      protected override scale(object: Stored, wanted: number, data: string | undefined): void {
        super.scale(object, Math.min(wanted, 1), data);
        super.scale(object, wanted, undefined);
      }
    },
  ],
  [
    "IB-010",
    "clears its finalizer before its machines are gone",
    class extends RawPoolProvider {
      protected override remove(): Promise<void> {
        return Promise.resolve();
      }
    },
  ],
  [
    "IB-011",
    "removes nothing once the owner is gone",
    class extends RawPoolProvider {
      protected override async whenDeleted(object: Stored, owners: Owners): Promise<void> {
        if (owners.pool !== undefined) await super.whenDeleted(object, owners);
      }
    },
  ],
  [
    "IB-012",
    "waits for bootstrap data before it lets a deleted object go",
    class extends RawPoolProvider {
      protected override async whenDeleted(object: Stored, owners: Owners): Promise<void> {
        const data = await this.bootstrapData(templateOf(owners.pool));
        if (data !== undefined) await super.whenDeleted(object, owners);
      }
    },
  ],
  [
    "BC-021",
    "does not look whether its Cluster is paused",
    class extends RawPoolProvider {
      protected override isPaused(): boolean {
        return false;
      }
    },
  ],
  [
    "BH-008",
    "writes another list of machines each time it looks",
    class extends RawPoolProvider {
      #turn = 0;
      protected override async publishIDs(object: Stored, ids: readonly string[]): Promise<void> {
        this.#turn += 1;
        await super.publishIDs(object, [...ids, `raw://spare/${this.#turn % 2}`]);
      }
    },
  ],
  [
    "BC-020",
    "remembers in memory what it has reported",
    class extends RawPoolProvider {
      readonly #reported = new Set<string>();
      protected override async report(object: Stored, given: Report): Promise<void> {
        if (this.#reported.has(this.serverOf(object))) return;
        if (given.isDone) this.#reported.add(this.serverOf(object));
        await super.report(object, given);
      }
    },
  ],
  [
    "CT-017",
    "knows its machines by the uid of their pool",
    class extends RawPoolProvider {
      protected override serverOf({ metadata: { uid = "" } }: Stored): string {
        return uid;
      }
    },
  ],
  [
    "CT-019",
    "takes the deletion of a moved object for a wish to remove its machines",
    class extends RawPoolProvider {
      protected override async whenDeleted(object: Stored): Promise<void> {
        if (!this.hasFinalizer(object)) return;
        await this.remove(object);
        await this.patch(object, { metadata: { finalizers: null } });
      }
    },
  ],
]);

function templateOf(pool: MachinePool | undefined): Booting {
  return pool?.spec.template.spec;
}
