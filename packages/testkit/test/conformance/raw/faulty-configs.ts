import { Cluster, labels, type OwnerReference } from "@capstan/contract";
import { Secret } from "@capstan/runtime";
import { definitions } from "./definitions.ts";
import { faultyProviders } from "./faulty-provider.ts";
import { RawConfigProvider } from "./raw-config.ts";
import type { Owners, Report, Stored } from "./raw-provider.ts";

const { config: old } = definitions.v1beta1;

/** Bootstrap providers, each with one fault. */
export const faultyConfigProviders = faultyProviders(definitions.v1beta2.config, [
  [
    "BS-005",
    "stores its data under another key",
    class extends RawConfigProvider {
      protected override secretFor(object: Stored, owners: Owners): Secret {
        const { data = {}, ...secret } = super.secretFor(object, owners);
        return { ...secret, data: { "user-data": data.value ?? "" } };
      }
    },
  ],
  [
    "BS-005",
    "stores a key of its own next to the data",
    class extends RawConfigProvider {
      protected override secretFor(object: Stored, owners: Owners): Secret {
        const { data, ...secret } = super.secretFor(object, owners);
        return { ...secret, data: { ...data, token: "dG9rZW4=" } };
      }
    },
  ],
  [
    "BS-005",
    "stores no data",
    class extends RawConfigProvider {
      protected override secretFor(object: Stored, owners: Owners): Secret {
        return { ...super.secretFor(object, owners), data: { value: "" } };
      }
    },
  ],
  [
    "BS-004",
    "gives its Secret no owner",
    class extends RawConfigProvider {
      protected override secretFor(object: Stored, owners: Owners): Secret {
        const secret = super.secretFor(object, owners);
        return { ...secret, metadata: { ...secret.metadata, ownerReferences: [] } };
      }
    },
  ],
  [
    "BS-004",
    "owns its Secret without being the controller",
    class extends RawConfigProvider {
      protected override ownerReference(object: Stored): OwnerReference {
        return { ...super.ownerReference(object), controller: false };
      }
    },
  ],
  [
    "BS-003",
    "does not label its Secret with the Cluster",
    class extends RawConfigProvider {
      protected override secretFor(object: Stored, owners: Owners): Secret {
        const secret = super.secretFor(object, owners);
        return { ...secret, metadata: { ...secret.metadata, labels: { [labels.clusterName]: "another" } } };
      }
    },
  ],
  [
    "BS-002",
    "stores a copy of its data in a namespace of its own",
    class extends RawConfigProvider {
      protected override async ensureSecret(object: Stored, owners: Owners): Promise<void> {
        await super.ensureSecret(object, owners);
        const { metadata, data = {} } = super.secretFor(object, owners);
        const copy = { name: metadata.name, namespace: "kube-system" };
        if (object.status?.dataSecretName !== undefined) return;
        await this.client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata: copy, data });
      }
    },
  ],
  [
    "BS-001",
    "names another Secret than it made",
    class extends RawConfigProvider {
      protected override async publish(object: Stored): Promise<void> {
        const fields = { dataSecretName: `${object.metadata.name}-data` };
        await this.report(object, { isDone: true, reason: "Available", fields });
      }
    },
  ],
  [
    "BC-016",
    "gives its Secret a name at random",
    class extends RawConfigProvider {
      #count = 0;
      protected override async ensureSecret(object: Stored, owners: Owners): Promise<void> {
        if (object.status?.dataSecretName === undefined) this.#count += 1;
        await super.ensureSecret(object, owners);
      }
      protected override secretName({ metadata: { name }, status }: Stored): string {
        return typeof status?.dataSecretName === "string" ? status.dataSecretName : `${name}-${this.#count}`;
      }
    },
  ],
  [
    "BC-017",
    "sets the flag in one write and the name in the next",
    class extends RawConfigProvider {
      protected override async publish(object: Stored): Promise<void> {
        await this.report(object, { isDone: true, reason: "Available" });
        await super.publish(object);
      }
    },
  ],
  [
    "BC-018",
    "sets the flag before the Secret exists",
    class extends RawConfigProvider {
      protected override async ensureSecret(object: Stored, owners: Owners): Promise<void> {
        await this.publish(object);
        await super.ensureSecret(object, owners);
      }
    },
  ],
  [
    "BC-018",
    "does not say why there is no Secret",
    class extends RawConfigProvider {
      protected override async provide(object: Stored, owners: Owners): Promise<void> {
        await this.ensureSecret(object, owners);
        await this.publish(object);
      }
    },
  ],
  [
    "BC-004",
    "sets the flag of contract v1beta1 alone",
    class extends RawConfigProvider {
      protected override flag(): Readonly<Record<string, unknown>> {
        return { ready: true };
      }
    },
  ],
  [
    "BC-003",
    "sets the flag of contract v1beta2 alone",
    class extends RawConfigProvider {
      protected override flag(): Readonly<Record<string, unknown>> {
        return { initialization: { dataSecretCreated: true } };
      }
    },
    old,
  ],
  [
    "BC-019",
    "takes the flag back when it looks again",
    class extends RawConfigProvider {
      #isUp = false;
      protected override flag(): Readonly<Record<string, unknown>> {
        this.#isUp = !this.#isUp;
        return { initialization: { dataSecretCreated: this.#isUp } };
      }
    },
  ],
  [
    "BS-007",
    "rewrites its Secret when its status is lost",
    class extends RawConfigProvider {
      protected override async ensureSecret(object: Stored, owners: Owners): Promise<void> {
        const secret = super.secretFor(object, owners);
        const { name, namespace = "" } = secret.metadata;
        const isLost = object.status?.dataSecretName === undefined;
        if (isLost && (await this.read(Secret, name)) !== undefined) {
          const data = { value: Buffer.from("other data").toString("base64") };
          await this.client.patch(Secret, { name, namespace }, { type: "merge", body: { data } });
        }
        await super.ensureSecret(object, owners);
      }
    },
  ],
  [
    "BH-004",
    "recreates its Secret whenever it looks at the object",
    class extends RawConfigProvider {
      protected override async ensureSecret(object: Stored, owners: Owners): Promise<void> {
        const secret = super.secretFor(object, owners);
        const { name, namespace = "" } = secret.metadata;
        if ((await this.read(Secret, name)) !== undefined) await this.client.delete(Secret, { name, namespace });
        await this.client.create(Secret, secret);
      }
    },
  ],
  [
    "BH-005",
    "gives up when the Secret that it made before is there",
    class extends RawConfigProvider {
      protected override async ensureSecret(object: Stored, owners: Owners): Promise<void> {
        if (object.status?.dataSecretName !== undefined) return;
        await this.client.create(Secret, this.secretFor(object, owners));
      }
    },
  ],
  [
    "BH-001",
    "makes data for any owner of the object",
    class extends RawConfigProvider {
      protected override mayStart({ metadata }: Stored): boolean {
        return (metadata.ownerReferences ?? []).length > 0;
      }
    },
  ],
  [
    "BT-007",
    "makes the Cluster the only owner of the object",
    class extends RawConfigProvider {
      protected override async publish(object: Stored): Promise<void> {
        const cluster = await this.read(Cluster, "c1");
        const { apiVersion = "", kind = "", metadata } = cluster ?? {};
        const owner = { apiVersion, kind, name: "c1", uid: metadata?.uid ?? "" };
        await this.patch(object, { metadata: { ownerReferences: [owner] } });
        await super.publish(object);
      }
    },
  ],
  [
    "BH-003",
    "makes data though there is no Cluster",
    class extends RawConfigProvider {
      protected override mayStart(_object: Stored, { machine }: Owners): boolean {
        return machine !== undefined;
      }
    },
  ],
  [
    "BH-002",
    "goes on though the object has failed for good",
    class extends RawConfigProvider {
      protected override async whenPresent(object: Stored, owners: Owners): Promise<void> {
        await this.provide(object, owners);
      }
    },
    old,
  ],
  [
    "BH-008",
    "notes in the status when it last looked",
    class extends RawConfigProvider {
      #count = 0;
      protected override async report(object: Stored, given: Report): Promise<void> {
        await super.report(object, { ...given, message: `looked ${(this.#count += 1)} times` });
      }
    },
  ],
  [
    "BT-006",
    "refuses clones of a Template",
    class extends RawConfigProvider {
      protected override mayStart(object: Stored, owners: Owners): boolean {
        const isClone = object.metadata.annotations?.["cluster.x-k8s.io/cloned-from-name"] !== undefined;
        return !isClone && super.mayStart(object, owners);
      }
    },
  ],
  [
    "BH-011",
    "leaves no sentinel file",
    class extends RawConfigProvider {
      protected override script(): string {
        return "#!/bin/sh\njoin\n";
      }
    },
  ],
  [
    "BC-021",
    "goes on while the object is paused",
    class extends RawConfigProvider {
      protected override isPaused(): boolean {
        return false;
      }
    },
  ],
  [
    "BC-021",
    "takes the paused annotation with the value false for none",
    class extends RawConfigProvider {
      protected override isPaused({ metadata }: Stored): boolean {
        return metadata.annotations?.["cluster.x-k8s.io/paused"] === "true";
      }
    },
  ],
  [
    "BC-022",
    "does not say that an object is paused",
    class extends RawConfigProvider {
      protected override reportPaused(): Promise<void> {
        return Promise.resolve();
      }
    },
  ],
  [
    "BH-006",
    "looks at an object when it is created, and never again",
    class extends RawConfigProvider {
      readonly #seen = new Set<string>();
      protected override async whenPresent(object: Stored, owners: Owners): Promise<void> {
        await super.whenPresent(object, owners);
      }
      protected override mayStart(object: Stored, owners: Owners): boolean {
        const isNew = !this.#seen.has(object.metadata.uid ?? "");
        this.#seen.add(object.metadata.uid ?? "");
        return isNew && super.mayStart(object, owners);
      }
    },
  ],
]);
