import { annotations, MachinePool } from "@capstan/contract";
import { RawMachineProvider } from "./raw-machine.ts";
import type { Owners, Stored } from "./raw-provider.ts";

/** A hand-written provider of machine pools that keeps the contract. */
export class RawPoolProvider extends RawMachineProvider {
  protected override mayStart(_object: Stored, { pool, cluster }: Owners): boolean | Promise<boolean> {
    return pool !== undefined && cluster !== undefined;
  }

  protected override async provide(object: Stored, { pool, cluster }: Owners): Promise<void> {
    await this.ensureFinalizer(object);
    const data = await this.bootstrapData(pool?.spec.template.spec);
    if (object.spec?.providerID === undefined && !(this.hasInfrastructure(cluster) && this.isEnough(data))) {
      return this.report(object, { isDone: false, reason: "Waiting" });
    }
    const servers = this.serversOf(object);
    if (servers.length === 0 || !this.isManagedElsewhere(pool)) {
      const wanted = pool?.spec.replicas ?? 1;
      this.scale(object, this.mayGrow(data) ? wanted : Math.min(wanted, servers.length), data);
    }
    await this.publishPool(object);
    await this.follow(pool, this.serversOf(object).length);
  }

  protected override remove(object: Stored): Promise<void> {
    this.scale(object, 0, undefined);
    return Promise.resolve();
  }

  /** Whether something other than the MachinePool sets the number of machines. */
  protected isManagedElsewhere(pool: MachinePool | undefined): boolean {
    return (pool?.metadata.annotations?.[annotations.replicasManagedBy] ?? "false") !== "false";
  }

  protected mayGrow(data: string | undefined): boolean {
    return this.isEnough(data);
  }

  protected scale(object: Stored, wanted: number, data: string | undefined): void {
    this.outside.call();
    const servers = this.serversOf(object);
    for (const server of servers.slice(wanted)) this.outside.removed(server);
    for (let index = servers.length; index < wanted; index += 1) {
      this.outside.created(`${this.serverOf(object)}/${index}`, data);
    }
  }

  protected async publishPool(object: Stored): Promise<void> {
    await this.publishIDs(object, this.idsOf(object));
    await this.report(object, {
      isDone: true,
      reason: "Running",
      fields: { replicas: this.serversOf(object).length },
    });
  }

  protected async publishIDs(object: Stored, providerIDList: readonly string[]): Promise<void> {
    const spec = { providerID: `raw://${this.serverOf(object)}`, providerIDList };
    const isKnown = JSON.stringify(object.spec?.providerIDList) === JSON.stringify(providerIDList);
    if (!isKnown || object.spec?.providerID !== spec.providerID) await this.patch(object, { spec });
  }

  protected idsOf(object: Stored): readonly string[] {
    return this.serversOf(object).map((server) => `raw://${server}`);
  }

  protected async follow(pool: MachinePool | undefined, replicas: number): Promise<void> {
    if (pool === undefined || !this.isManagedElsewhere(pool) || pool.spec.replicas === replicas) return;
    const { name, namespace = "" } = pool.metadata;
    await this.client.patch(MachinePool, { name, namespace }, { type: "merge", body: { spec: { replicas } } });
  }

  protected override flag(): Readonly<Record<string, unknown>> {
    return this.isOld ? { ready: true } : { ready: true, initialization: { provisioned: true } };
  }

  private serversOf(object: Stored): readonly string[] {
    return [...this.outside.existing.keys()].filter((server) => server.startsWith(`${this.serverOf(object)}/`));
  }
}
