import { labels, type OwnerReference } from "@capstan/contract";
import { Secret } from "@capstan/runtime";
import { type Owners, RawProvider, type Stored } from "./raw-provider.ts";

/** A hand-written bootstrap provider that keeps the contract. */
export class RawConfigProvider extends RawProvider {
  protected mayStart(_object: Stored, { machine, cluster }: Owners): boolean {
    return machine !== undefined && cluster !== undefined;
  }

  protected async provide(object: Stored, owners: Owners): Promise<void> {
    try {
      await this.ensureSecret(object, owners);
    } catch (error) {
      await this.report(object, { isDone: false, reason: "Failed", message: String(error) });
      throw error;
    }
    await this.publish(object);
  }

  /** The garbage collector deletes the Secret. */
  protected remove(): Promise<void> {
    return Promise.resolve();
  }

  protected async ensureSecret(object: Stored, owners: Owners): Promise<void> {
    const secret = this.secretFor(object, owners);
    if ((await this.read(Secret, secret.metadata.name, object.metadata)) === undefined)
      await this.client.create(Secret, secret);
  }

  protected async publish(object: Stored): Promise<void> {
    await this.report(object, {
      isDone: true,
      reason: "Available",
      fields: { dataSecretName: this.secretName(object) },
    });
  }

  protected secretFor(object: Stored, { cluster }: Owners): Secret {
    return {
      apiVersion: "v1",
      kind: "Secret",
      metadata: {
        name: this.secretName(object),
        namespace: object.metadata.namespace ?? "",
        labels: { [labels.clusterName]: cluster?.metadata.name ?? "" },
        ownerReferences: [this.ownerReference(object)],
      },
      data: { value: Buffer.from(this.script()).toString("base64") },
    };
  }

  protected script(): string {
    return "#!/bin/sh\nset -e\njoin\nmkdir -p /run/cluster-api\ntouch /run/cluster-api/bootstrap-success.complete\n";
  }

  protected secretName({ metadata: { name } }: Stored): string {
    return name;
  }

  protected ownerReference({ apiVersion, kind, metadata: { name, uid = "" } }: Stored): OwnerReference {
    return { apiVersion, kind, name, uid, controller: true };
  }

  protected flag(): Readonly<Record<string, unknown>> {
    return this.isOld ? { ready: true } : { initialization: { dataSecretCreated: true } };
  }
}
