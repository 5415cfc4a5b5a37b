import type { Cluster } from "@capstan/contract";
import { definitions, withAny } from "./definitions.ts";
import { faultyProviders } from "./faulty-provider.ts";
import { RawClusterProvider } from "./raw-cluster.ts";
import type { Owners, Report, Stored } from "./raw-provider.ts";

const { cluster: old } = definitions.v1beta1;

/** Providers of cluster infrastructure, each with one fault. */
export const faultyClusterProviders = faultyProviders(definitions.v1beta2.cluster, [
  [
    "IC-002",
    "never sets the endpoint",
    class extends RawClusterProvider {
      protected override publishEndpoint(): Promise<void> {
        return Promise.resolve();
      }
    },
  ],
  [
    "IC-002",
    "sets an endpoint without a port",
    class extends RawClusterProvider {
      protected override async publishEndpoint(object: Stored): Promise<void> {
        if (object.spec?.controlPlaneEndpoint === undefined) {
          await this.patch(object, { spec: { controlPlaneEndpoint: { host: "10.0.0.10" } } });
        }
      }
    },
  ],
  [
    "IC-011",
    "sets provisioned before the endpoint",
    class extends RawClusterProvider {
      protected override async publish(object: Stored): Promise<void> {
        await this.report(object, { isDone: true, reason: "Running" });
        await this.publishEndpoint(object);
      }
    },
  ],
  [
    "IC-010",
    "sets the flag of contract v1beta1 alone",
    class extends RawClusterProvider {
      protected override flag(): Readonly<Record<string, unknown>> {
        return { ready: true };
      }
    },
  ],
  [
    "IC-009",
    "sets the flag of contract v1beta2 alone",
    class extends RawClusterProvider {
      protected override flag(): Readonly<Record<string, unknown>> {
        return { initialization: { provisioned: true } };
      }
    },
    old,
  ],
  [
    "IC-008",
    "reports failure domains as a list under contract v1beta1",
    class extends RawClusterProvider {
      protected override failureDomains(): unknown {
        return [{ name: "a", controlPlane: true }];
      }
    },
    withAny(old, "failureDomains"),
  ],
  [
    "IC-017",
    "makes infrastructure before a Cluster owns the object",
    class extends RawClusterProvider {
      protected override mayStart(): boolean {
        return true;
      }
    },
  ],
  [
    "IC-018",
    "takes only a controller for an owner",
    class extends RawClusterProvider {
      protected override findCluster(object: Stored): Promise<Cluster | undefined> {
        const owner = object.metadata.ownerReferences?.find(({ controller }) => controller === true);
        return owner === undefined ? Promise.resolve(undefined) : super.findCluster(object, undefined);
      }
    },
  ],
  [
    "BH-009",
    "asks its cloud for a load balancer of a new name at each call, until it has an answer",
    class extends RawClusterProvider {
      readonly #known = new Map<string, string>();
      #count = 0;
      protected override createBalancer(object: Stored): void {
        if (this.#known.has(object.metadata.name)) return;
        this.outside.call();
        const balancer = `balancer-${(this.#count += 1)}`;
        this.outside.created(balancer);
        this.#known.set(object.metadata.name, balancer);
      }
      protected override balancerOf({ metadata: { name } }: Stored): string {
        return this.#known.get(name) ?? "";
      }
    },
  ],
  [
    "IC-019",
    "sets its finalizer when the infrastructure exists",
    class extends RawClusterProvider {
      protected override ensureFinalizer(): Promise<void> {
        return Promise.resolve();
      }
      protected override async publish(object: Stored): Promise<void> {
        await super.ensureFinalizer(object);
        await super.publish(object);
      }
    },
  ],
  [
    "IC-020",
    "clears its finalizer before the infrastructure is gone",
    class extends RawClusterProvider {
      protected override remove(): Promise<void> {
        return Promise.resolve();
      }
    },
  ],
  [
    "IC-020",
    "sets a finalizer on what nothing owns, and keeps it",
    class extends RawClusterProvider {
      protected override async mayStart(object: Stored, owners: Owners): Promise<boolean> {
        await this.ensureFinalizer(object);
        return super.mayStart(object, owners);
      }
      protected override async whenDeleted(object: Stored, owners: Owners): Promise<void> {
        if (owners.cluster !== undefined) await super.whenDeleted(object, owners);
      }
    },
  ],
  [
    "BC-020",
    "does not report again what it has reported",
    class extends RawClusterProvider {
      protected override async report(object: Stored, given: Report): Promise<void> {
        if (object.spec?.controlPlaneEndpoint === undefined) await super.report(object, given);
      }
    },
  ],
  [
    "BH-008",
    "writes the endpoint at every look",
    class extends RawClusterProvider {
      protected override async publishEndpoint(object: Stored): Promise<void> {
        const endpoint = { host: "10.0.0.10", port: 6443 };
        await this.patch(object, { spec: { controlPlaneEndpoint: endpoint } });
      }
    },
  ],
  [
    "BC-021",
    "makes infrastructure while the object is paused",
    class extends RawClusterProvider {
      protected override async whenPresent(object: Stored, owners: Owners): Promise<void> {
        if (!this.isPaused(object, owners)) return super.whenPresent(object, owners);
        this.createBalancer(object);
        await this.reportPaused(object);
      }
    },
  ],
  [
    "CT-017",
    "recreates infrastructure for an object that has been moved",
    class extends RawClusterProvider {
      protected override balancerOf({ metadata: { uid = "" } }: Stored): string {
        return uid;
      }
    },
  ],
  [
    "CT-019",
    "takes the deletion of a moved object for a wish to remove what it stands for",
    class extends RawClusterProvider {
      protected override async whenDeleted(object: Stored): Promise<void> {
        if (!this.hasFinalizer(object)) return;
        await this.remove(object);
        await this.patch(object, { metadata: { finalizers: null } });
      }
    },
  ],
]);
