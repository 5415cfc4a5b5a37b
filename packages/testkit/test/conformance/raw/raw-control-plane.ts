import { Secret } from "@capstan/runtime";
import { type Owners, RawProvider, type Stored } from "./raw-provider.ts";

const endpoint = { host: "10.0.0.10", port: 6443 };
const version = "v1.34.1";
const replicas = 3;

/** A hand-written provider of control planes that keeps the contract. */
export class RawControlPlaneProvider extends RawProvider {
  protected mayStart(_object: Stored, { cluster }: Owners): boolean {
    return cluster !== undefined;
  }

  protected async provide(object: Stored): Promise<void> {
    await this.ensureFinalizer(object);
    this.outside.call();
    this.outside.created(this.serviceOf(object));
    await this.publish(object);
  }

  protected remove(object: Stored): Promise<void> {
    this.outside.call();
    this.outside.removed(this.serviceOf(object));
    return Promise.resolve();
  }

  protected async publish(object: Stored): Promise<void> {
    await this.publishEndpoint(object);
    await this.publishKubeconfig(object);
    await this.reportInitialized(object);
  }

  protected async reportInitialized(object: Stored): Promise<void> {
    await this.report(object, {
      isDone: true,
      reason: "Running",
      fields: { ...this.counters(), ...this.versions(), externalManagedControlPlane: true },
    });
  }

  protected async publishEndpoint(object: Stored): Promise<void> {
    const known = object.spec?.controlPlaneEndpoint as typeof endpoint | undefined;
    if (known?.host !== endpoint.host) await this.patch(object, { spec: { controlPlaneEndpoint: endpoint } });
  }

  protected async publishKubeconfig(object: Stored): Promise<void> {
    const secret = this.kubeconfigSecret(object);
    if ((await this.read(Secret, secret.metadata.name, object.metadata)) === undefined)
      await this.client.create(Secret, secret);
  }

  protected kubeconfigSecret({ apiVersion, kind, metadata }: Stored): Secret {
    const { name, namespace = "", uid = "" } = metadata;
    return {
      apiVersion: "v1",
      kind: "Secret",
      metadata: {
        name: `${name}-kubeconfig`,
        namespace,
        labels: { "cluster.x-k8s.io/cluster-name": name },
        ownerReferences: [{ apiVersion, kind, name, uid, controller: true }],
      },
      type: "cluster.x-k8s.io/secret",
      data: { value: Buffer.from(kubeconfigOf(name)).toString("base64") },
    };
  }

  protected counters(): Readonly<Record<string, unknown>> {
    const common = { selector: "control-plane=raw", replicas, readyReplicas: replicas };
    return this.isOld
      ? { ...common, updatedReplicas: replicas, unavailableReplicas: 0 }
      : { ...common, upToDateReplicas: replicas, availableReplicas: replicas };
  }

  protected versions(): Readonly<Record<string, unknown>> {
    return { version, versions: [{ version, replicas }] };
  }

  protected override conditions(object: Stored, report: Parameters<RawProvider["conditions"]>[1]) {
    const { isDone, reason } = report;
    return [...super.conditions(object, report), this.condition(object, { type: "Available", isTrue: isDone, reason })];
  }

  /** The name survives a move of the object, its uid does not. */
  protected serviceOf({ metadata: { name, namespace = "" } }: Stored): string {
    return `${namespace}/${name}`;
  }

  protected flag(): Readonly<Record<string, unknown>> {
    return this.isOld ? { initialized: true } : { initialization: { controlPlaneInitialized: true } };
  }
}

function kubeconfigOf(name: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    clusters: [{ name, cluster: { server: `https://${endpoint.host}:${endpoint.port}` } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    users: [{ name, user: {} }],
  });
}
