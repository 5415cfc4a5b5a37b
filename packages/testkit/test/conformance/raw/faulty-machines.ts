import type { Cluster, Machine } from "@capstan/contract";
import { type Request, Result } from "@capstan/runtime";
import { definitions, withAny } from "./definitions.ts";
import { faultyProviders } from "./faulty-provider.ts";
import { RawMachineProvider } from "./raw-machine.ts";
import type { Owners, Report, Stored } from "./raw-provider.ts";

type Booting = Parameters<RawMachineProvider["bootstrapData"]>[0];

const { machine: old } = definitions.v1beta1;

/** Providers of machines, each with one fault. */
export const faultyMachineProviders = faultyProviders(definitions.v1beta2.machine, [
  ...(
    [
      ["BT-010", "reports the memory of a Template in mb", { capacity: { cpu: "2", memory: "500mb" } }],
      ["BT-010", "reports the cpu of a Template without its memory", { capacity: { cpu: "2" } }],
      ["BT-010", "never reports the capacity of a Template", {}],
      ["BT-011", "reports x86_64 as the architecture of a Template", { nodeInfo: { architecture: "x86_64" } }],
      ["BT-011", "reports an empty nodeInfo of a Template", { nodeInfo: {} }],
      ["BT-011", "reports an empty operating system of a Template", { nodeInfo: { operatingSystem: "" } }],
    ] as const
  ).map(([rule, fault, status]) => {
    const reported = rule === "BT-010" ? status : { capacity: { cpu: "2", memory: "4Gi" }, ...status };
    const provider = class extends RawMachineProvider {
      protected override templateStatus(): object {
        return reported;
      }
    };
    return [rule, fault, provider, withAny(withAny(definitions.v1beta2.machine, "capacity"), "nodeInfo")] as const;
  }),
  [
    "BT-010",
    "writes another capacity of a Template every 5 s",
    class extends RawMachineProvider {
      protected override async reconcileTemplate(request: Request): Promise<Result> {
        const template = await this.read(this.templateKind, request.name, request);
        const cpu = String(1 + (Math.trunc(Date.parse(this.now) / 5_000) % 1_000));
        if (template !== undefined && !JSON.stringify(template.status ?? {}).includes(`"${cpu}"`)) {
          await this.writeTemplate(request, { capacity: { cpu, memory: "4Gi" } });
        }
        return Result.requeueAfter(5_000);
      }
    },
  ],
  [
    "IB-001",
    "reports a status before a Machine owns the object",
    class extends RawMachineProvider {
      protected override async mayStart(object: Stored, owners: Owners): Promise<boolean> {
        if (owners.machine === undefined) await this.report(object, { isDone: false, reason: "WaitingForOwner" });
        return super.mayStart(object, owners);
      }
    },
  ],
  [
    "BT-007",
    "takes the Machine of the object's name for its owner",
    class extends RawMachineProvider {
      protected override findMachine({ metadata }: Stored): Promise<Machine | undefined> {
        return Promise.resolve({ ...missing, metadata: { name: metadata.name, namespace: "default" } });
      }
    },
  ],
  [
    "IB-003",
    "makes a server though there is no Cluster",
    class extends RawMachineProvider {
      protected override mayStart(_object: Stored, { machine }: Owners): boolean {
        return machine !== undefined;
      }
      protected override hasInfrastructure(): boolean {
        return true;
      }
    },
  ],
  [
    "IB-004",
    "sets its finalizer when the server exists",
    class extends RawMachineProvider {
      protected override ensureFinalizer(): Promise<void> {
        return Promise.resolve();
      }
      protected override async publish(object: Stored, server: string): Promise<void> {
        await super.ensureFinalizer(object);
        await super.publish(object, server);
      }
    },
  ],
  [
    "IB-004",
    "sets no finalizer",
    class extends RawMachineProvider {
      protected override ensureFinalizer(): Promise<void> {
        return Promise.resolve();
      }
    },
  ],
  [
    "IB-005",
    "does not wait for the Cluster's infrastructure",
    class extends RawMachineProvider {
      protected override hasInfrastructure(): boolean {
        return true;
      }
    },
  ],
  [
    "IB-005",
    "takes a Cluster that exists for one whose infrastructure exists",
    class extends RawMachineProvider {
      protected override hasInfrastructure(cluster: Cluster | undefined): boolean {
        return cluster?.spec.infrastructureRef !== undefined || cluster !== undefined;
      }
    },
  ],
  [
    "IB-006",
    "starts servers without bootstrap data",
    class extends RawMachineProvider {
      protected override isEnough(): boolean {
        return true;
      }
    },
  ],
  [
    "IB-007",
    "gives the server its bootstrap data in base64",
    class extends RawMachineProvider {
      protected override async bootstrapData(spec: Booting): Promise<string | undefined> {
        const data = await super.bootstrapData(spec);
        return data === undefined ? undefined : Buffer.from(data).toString("base64");
      }
    },
  ],
  [
    "IB-007",
    "cuts white space off the bootstrap data",
    class extends RawMachineProvider {
      protected override async bootstrapData(spec: Booting): Promise<string | undefined> {
        return (await super.bootstrapData(spec))?.trim();
      }
    },
  ],
  [
    "IM-006",
    "sets provisioned before providerID",
    class extends RawMachineProvider {
      protected override async publish(object: Stored, server: string): Promise<void> {
        await this.report(object, { isDone: true, reason: "Running" });
        await this.publishID(object, server);
      }
    },
  ],
  [
    "IB-008",
    "never sets providerID",
    class extends RawMachineProvider {
      protected override publishID(): Promise<void> {
        return Promise.resolve();
      }
    },
  ],
  [
    "IM-006",
    "changes providerID whenever it looks at the object",
    class extends RawMachineProvider {
      #count = 0;
      protected override async publishID(object: Stored): Promise<void> {
        await super.publishID(object, `server-${(this.#count += 1)}`);
      }
    },
  ],
  [
    "IM-005",
    "names servers by their Cluster",
    class extends RawMachineProvider {
      protected override async publishID(object: Stored): Promise<void> {
        await super.publishID(object, object.metadata.labels?.["cluster.x-k8s.io/cluster-name"] ?? "");
      }
    },
  ],
  [
    "IM-014",
    "sets the flag of contract v1beta1 alone",
    class extends RawMachineProvider {
      protected override flag(): Readonly<Record<string, unknown>> {
        return { ready: true };
      }
    },
  ],
  [
    "IM-013",
    "sets the flag of contract v1beta2 alone",
    class extends RawMachineProvider {
      protected override flag(): Readonly<Record<string, unknown>> {
        return { initialization: { provisioned: true } };
      }
    },
    old,
  ],
  [
    "IM-015",
    "takes provisioned back when it looks again",
    class extends RawMachineProvider {
      #isUp = false;
      protected override flag(): Readonly<Record<string, unknown>> {
        this.#isUp = !this.#isUp;
        return { initialization: { provisioned: this.#isUp } };
      }
    },
  ],
  [
    "IM-012",
    "reports addresses of a type of its own",
    class extends RawMachineProvider {
      protected override async report(object: Stored, given: Report): Promise<void> {
        await super.report(object, { ...given, fields: { addresses: [{ type: "Private", address: "10.0.0.1" }] } });
      }
    },
    withAny(definitions.v1beta2.machine, "addresses"),
  ],
  [
    "BH-009",
    "asks its cloud for a server of a new name at each call, until it has an answer",
    class extends RawMachineProvider {
      #count = 0;
      protected override createServer(object: Stored, data: string | undefined): string {
        if (object.spec?.providerID !== undefined) return this.serverOf(object);
        const server = `server-${(this.#count += 1)}`;
        this.outside.call();
        this.outside.created(server, data);
        return server;
      }
    },
  ],
  [
    "IB-010",
    "clears its finalizer before the server is gone",
    class extends RawMachineProvider {
      protected override remove(): Promise<void> {
        return Promise.resolve();
      }
    },
  ],
  [
    "IB-010",
    "takes a failure to remove the server for its absence",
    class extends RawMachineProvider {
      protected override async remove(object: Stored): Promise<void> {
        try {
          await super.remove(object);
        } catch {
          // This is the fault.
        }
      }
    },
  ],
  [
    "IB-011",
    "removes nothing once the owner is gone",
    class extends RawMachineProvider {
      protected override async whenDeleted(object: Stored, owners: Owners): Promise<void> {
        if (owners.machine !== undefined) await super.whenDeleted(object, owners);
      }
    },
  ],
  [
    "IB-012",
    "waits for the Cluster's infrastructure before it lets a deleted object go",
    class extends RawMachineProvider {
      protected override async whenDeleted(object: Stored, owners: Owners): Promise<void> {
        if (this.hasInfrastructure(owners.cluster)) await super.whenDeleted(object, owners);
      }
    },
  ],
  [
    "IB-012",
    "waits for bootstrap data before it lets a deleted object go",
    class extends RawMachineProvider {
      protected override async whenDeleted(object: Stored, owners: Owners): Promise<void> {
        if ((await this.bootstrapData(owners.machine?.spec)) !== undefined) await super.whenDeleted(object, owners);
      }
    },
  ],
  [
    "IB-002",
    "goes on though the object has failed for good",
    class extends RawMachineProvider {
      protected override async whenPresent(object: Stored, owners: Owners): Promise<void> {
        await this.provide(object, owners);
      }
    },
    old,
  ],
  [
    "BC-012",
    "writes conditions with a status of its own",
    class extends RawMachineProvider {
      protected override condition(...given: Parameters<RawMachineProvider["condition"]>) {
        return { ...super.condition(...given), status: "Ready" };
      }
    },
    old,
  ],
  [
    "BC-020",
    "remembers in memory what it has reported",
    class extends RawMachineProvider {
      readonly #reported = new Set<string>();
      protected override async report(object: Stored, given: Report): Promise<void> {
        if (this.#reported.has(this.serverOf(object))) return;
        if (given.isDone) this.#reported.add(this.serverOf(object));
        await super.report(object, given);
      }
    },
  ],
  [
    "CT-020",
    "knows only from the status which server it made",
    class extends RawMachineProvider {
      #made = 0;
      protected override createServer(object: Stored, data: string | undefined): string {
        const known = object.status?.initialization !== undefined;
        if (!known) this.outside.created(`server-${(this.#made += 1)}`, data);
        return this.serverOf(object);
      }
    },
  ],
  [
    "CT-017",
    "knows its servers by the uid of their objects",
    class extends RawMachineProvider {
      protected override serverOf({ metadata: { uid = "" } }: Stored): string {
        return uid;
      }
    },
  ],
  [
    "CT-019",
    "takes the deletion of a moved object for a wish to remove what it stands for",
    class extends RawMachineProvider {
      protected override async whenDeleted(object: Stored): Promise<void> {
        if (!this.hasFinalizer(object)) return;
        await this.remove(object);
        await this.patch(object, { metadata: { finalizers: null } });
      }
    },
  ],
]);

const missing: Machine = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Machine",
  metadata: { name: "missing" },
  spec: {
    clusterName: "c1",
    bootstrap: { dataSecretName: "c1" },
    infrastructureRef: { apiGroup: "", kind: "", name: "" },
  },
};
