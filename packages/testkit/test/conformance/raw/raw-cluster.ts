import { type Owners, RawProvider, type Stored } from "./raw-provider.ts";

const endpoint = { host: "10.0.0.10", port: 6443 };

/** A hand-written provider of cluster infrastructure that keeps the contract. */
export class RawClusterProvider extends RawProvider {
  protected mayStart(_object: Stored, { cluster }: Owners): boolean | Promise<boolean> {
    return cluster !== undefined;
  }

  protected async provide(object: Stored): Promise<void> {
    await this.ensureFinalizer(object);
    this.createBalancer(object);
    await this.publish(object);
  }

  protected remove(object: Stored): Promise<void> {
    this.outside.call();
    this.outside.removed(this.balancerOf(object));
    return Promise.resolve();
  }

  protected createBalancer(object: Stored): void {
    this.outside.call();
    this.outside.created(this.balancerOf(object));
  }

  protected async publish(object: Stored): Promise<void> {
    await this.publishEndpoint(object);
    await this.report(object, { isDone: true, reason: "Running", fields: { failureDomains: this.failureDomains() } });
  }

  protected async publishEndpoint(object: Stored): Promise<void> {
    const known = object.spec?.controlPlaneEndpoint as typeof endpoint | undefined;
    if (known?.host !== endpoint.host) await this.patch(object, { spec: { controlPlaneEndpoint: endpoint } });
  }

  protected failureDomains(): unknown {
    return this.isOld ? { a: { controlPlane: true } } : [{ name: "a", controlPlane: true }];
  }

  /** The name survives a move of the object, its uid does not. */
  protected balancerOf({ metadata: { name, namespace = "" } }: Stored): string {
    return `${namespace}/${name}`;
  }

  protected flag(): Readonly<Record<string, unknown>> {
    return this.isOld ? { ready: true } : { initialization: { provisioned: true } };
  }
}
