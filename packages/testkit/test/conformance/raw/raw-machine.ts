import type { Cluster, Machine, ResourceKind } from "@capstan/contract";
import { Controller, forKind, type Manager, type Request, Result, Secret } from "@capstan/runtime";
import { type Owners, RawProvider, type Stored } from "./raw-provider.ts";

/** A hand-written provider of machines that keeps the contract. */
export class RawMachineProvider extends RawProvider {
  override setup(manager: Manager): void {
    super.setup(manager);
    const kind = this.templateKind;
    const reconcile = (request: Request) => this.reconcileTemplate(request);
    manager.add(new Controller({ name: kind.kind.toLowerCase(), reconciler: { reconcile }, sources: [forKind(kind)] }));
  }

  /** Writes what the machines of a Template have, once. */
  protected async reconcileTemplate({ name, namespace = "" }: Request): Promise<Result> {
    const template = await this.read(this.templateKind, name, { namespace });
    if (template !== undefined && template.status === undefined) await this.writeTemplate({ name, namespace });
    return Result.awaitChange();
  }

  protected async writeTemplate({ name, namespace = "" }: Request, status = this.templateStatus()): Promise<void> {
    const patch = { type: "merge", body: { status } } as const;
    await this.client.patch(this.templateKind, { name, namespace }, patch, { subresource: "status" });
  }

  protected templateStatus(): object {
    return {
      capacity: { cpu: "2", memory: "4Gi" },
      nodeInfo: { architecture: "amd64", operatingSystem: "linux" },
    };
  }

  protected get templateKind(): ResourceKind<Stored> {
    return this.definition.templateKind;
  }

  protected mayStart(_object: Stored, { machine, cluster }: Owners): boolean | Promise<boolean> {
    return machine !== undefined && cluster !== undefined;
  }

  protected async provide(object: Stored, { machine, cluster }: Owners): Promise<void> {
    await this.ensureFinalizer(object);
    const data = await this.bootstrapData(machine?.spec);
    if (object.spec?.providerID === undefined && !(this.hasInfrastructure(cluster) && this.isEnough(data))) {
      return this.report(object, { isDone: false, reason: "Waiting" });
    }
    await this.publish(object, this.createServer(object, data));
  }

  protected remove(object: Stored): Promise<void> {
    this.outside.call();
    this.outside.removed(this.serverOf(object));
    return Promise.resolve();
  }

  protected hasInfrastructure(cluster: Cluster | undefined): boolean {
    return cluster?.status?.initialization?.infrastructureProvisioned === true;
  }

  protected isEnough(data: string | undefined): boolean {
    return data !== undefined;
  }

  protected async bootstrapData(spec: Pick<Machine["spec"], "bootstrap"> | undefined): Promise<string | undefined> {
    const name = spec?.bootstrap.dataSecretName;
    const secret = name === undefined ? undefined : await this.read(Secret, name);
    const value = secret?.data?.value;
    return value === undefined ? undefined : Buffer.from(value, "base64").toString("utf8");
  }

  /** The server's id, the same in every call. */
  protected createServer(object: Stored, data: string | undefined): string {
    const server = this.serverOf(object);
    this.outside.call();
    this.outside.created(server, data);
    return server;
  }

  protected async publish(object: Stored, server: string): Promise<void> {
    await this.publishID(object, server);
    await this.report(object, {
      isDone: true,
      reason: "Running",
      fields: { addresses: [{ type: "InternalIP", address: "10.0.0.1" }] },
    });
  }

  protected async publishID(object: Stored, server: string): Promise<void> {
    const providerID = `raw://${server}`;
    if (object.spec?.providerID !== providerID) await this.patch(object, { spec: { providerID } });
  }

  /** The providerID survives a move of the object, its uid does not. */
  protected serverOf({ spec, metadata: { uid = "" } }: Stored): string {
    return typeof spec?.providerID === "string" ? spec.providerID.replace("raw://", "") : uid;
  }

  protected flag(): Readonly<Record<string, unknown>> {
    return this.isOld ? { ready: true } : { initialization: { provisioned: true } };
  }
}
