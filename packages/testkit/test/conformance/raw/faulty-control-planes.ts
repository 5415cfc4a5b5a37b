import { definitions, withAny } from "./definitions.ts";
import { faultyProviders } from "./faulty-provider.ts";
import { RawControlPlaneProvider } from "./raw-control-plane.ts";
import type { Owners, Report, Stored } from "./raw-provider.ts";

const { controlPlane: old } = definitions.v1beta1;

/** Providers of control planes, each with one fault. */
export const faultyControlPlaneProviders = faultyProviders(definitions.v1beta2.controlPlane, [
  [
    "CP-002",
    "sets the flag of contract v1beta1 alone",
    class extends RawControlPlaneProvider {
      protected override flag(): Readonly<Record<string, unknown>> {
        return { initialized: true };
      }
    },
  ],
  [
    "CP-002",
    "sets the flag of contract v1beta2 alone",
    class extends RawControlPlaneProvider {
      protected override flag(): Readonly<Record<string, unknown>> {
        return { initialization: { controlPlaneInitialized: true } };
      }
    },
    old,
  ],
  [
    "CP-002",
    "takes the flag back when it looks again",
    class extends RawControlPlaneProvider {
      #reports = 0;

      protected override async reportInitialized(object: Stored): Promise<void> {
        this.#reports += 1;
        if (this.#reports !== 3) return super.reportInitialized(object);
        await this.patchStatus(object, { initialization: null });
      }
    },
  ],
  [
    "CP-003",
    "never sets the endpoint",
    class extends RawControlPlaneProvider {
      protected override publishEndpoint(): Promise<void> {
        return Promise.resolve();
      }
    },
  ],
  [
    "CP-003",
    "sets the flag before the endpoint",
    class extends RawControlPlaneProvider {
      protected override async publish(object: Stored): Promise<void> {
        await this.publishKubeconfig(object);
        await this.reportInitialized(object);
        await this.publishEndpoint(object);
      }
    },
  ],
  [
    "CP-004",
    "counts what is up to date in the words of contract v1beta1",
    class extends RawControlPlaneProvider {
      protected override counters(): Readonly<Record<string, unknown>> {
        const { upToDateReplicas, ...rest } = super.counters();
        return { ...rest, updatedReplicas: upToDateReplicas };
      }
    },
  ],
  [
    "CP-004",
    "counts a negative number of instances that are ready",
    class extends RawControlPlaneProvider {
      protected override counters(): Readonly<Record<string, unknown>> {
        return { ...super.counters(), readyReplicas: -1 };
      }
    },
    withAny(definitions.v1beta2.controlPlane, "readyReplicas"),
  ],
  [
    "CP-013",
    "counts seven instances of three as ready",
    class extends RawControlPlaneProvider {
      protected override counters(): Readonly<Record<string, unknown>> {
        return { ...super.counters(), readyReplicas: 7 };
      }
    },
  ],
  [
    "CP-013",
    "counts instances as up to date that do not exist, in the words of contract v1beta1",
    class extends RawControlPlaneProvider {
      protected override counters(): Readonly<Record<string, unknown>> {
        return { ...super.counters(), updatedReplicas: 4 };
      }
    },
    old,
  ],
  [
    "CP-013",
    "counts instances at more versions than it has instances",
    class extends RawControlPlaneProvider {
      protected override versions(): Readonly<Record<string, unknown>> {
        const older = { version: "v1.33.0", replicas: 1 };
        return { version: older.version, versions: [older, { version: "v1.34.1", replicas: 3 }] };
      }
    },
  ],
  [
    "CP-013",
    "counts its instances only after those that are ready",
    class extends RawControlPlaneProvider {
      protected override async reportInitialized(object: Stored): Promise<void> {
        if (object.status?.replicas === undefined) await this.patchStatus(object, { replicas: 0, readyReplicas: 3 });
        await super.reportInitialized(object);
      }
    },
  ],
  [
    "CP-004",
    "has no selector",
    class extends RawControlPlaneProvider {
      protected override counters(): Readonly<Record<string, unknown>> {
        return { ...super.counters(), selector: undefined };
      }
    },
    old,
  ],
  [
    "CP-005",
    "lists newer versions first",
    class extends RawControlPlaneProvider {
      protected override versions(): Readonly<Record<string, unknown>> {
        const [newer, older] = [
          { version: "v1.34.10", replicas: 1 },
          { version: "v1.34.9", replicas: 2 },
        ];
        return { version: older.version, versions: [newer, older] };
      }
    },
  ],
  [
    "CP-005",
    "never says which version there is",
    class extends RawControlPlaneProvider {
      protected override versions(): Readonly<Record<string, unknown>> {
        return {};
      }
    },
  ],
  [
    "CP-007",
    "has no condition Available",
    class extends RawControlPlaneProvider {
      protected override conditions(object: Stored, report: Report) {
        return super.conditions(object, report).filter(({ type }) => type !== "Available");
      }
    },
  ],
  [
    "CP-008",
    "makes no kubeconfig Secret",
    class extends RawControlPlaneProvider {
      protected override publishKubeconfig(): Promise<void> {
        return Promise.resolve();
      }
    },
  ],
  [
    "CP-008",
    "sets the flag before the kubeconfig Secret is there",
    class extends RawControlPlaneProvider {
      protected override async publish(object: Stored): Promise<void> {
        await this.publishEndpoint(object);
        await this.reportInitialized(object);
        await this.publishKubeconfig(object);
      }
    },
  ],
  [
    "CP-008",
    "makes the Secret without the label of its Cluster",
    class extends RawControlPlaneProvider {
      protected override kubeconfigSecret(object: Stored) {
        const { metadata, ...secret } = super.kubeconfigSecret(object);
        return { ...secret, metadata: { ...metadata, labels: {} } };
      }
    },
  ],
  [
    "CP-008",
    "makes the Secret of another type",
    class extends RawControlPlaneProvider {
      protected override kubeconfigSecret(object: Stored) {
        return { ...super.kubeconfigSecret(object), type: "Opaque" };
      }
    },
  ],
  [
    "CP-008",
    "stores a kubeconfig that names no server",
    class extends RawControlPlaneProvider {
      protected override kubeconfigSecret(object: Stored) {
        return { ...super.kubeconfigSecret(object), data: { value: Buffer.from("kind: Config").toString("base64") } };
      }
    },
  ],
  [
    "BH-006",
    "starts before a Cluster owns the object",
    class extends RawControlPlaneProvider {
      protected override mayStart(): boolean {
        return true;
      }
    },
  ],
  [
    "IB-004",
    "sets its finalizer after the service has been made",
    class extends RawControlPlaneProvider {
      protected override async provide(object: Stored): Promise<void> {
        this.outside.created(this.serviceOf(object));
        await this.ensureFinalizer(object);
        await this.publish(object);
      }
    },
  ],
  [
    "IB-012",
    "lets the object go though the service could not be removed",
    class extends RawControlPlaneProvider {
      protected override async remove(object: Stored): Promise<void> {
        try {
          await super.remove(object);
        } catch {
          // As if it were deleted.
        }
      }
    },
  ],
  [
    "CT-019",
    "removes the service though the Cluster is paused for a move",
    class extends RawControlPlaneProvider {
      protected override isPaused(object: Stored, owners: Owners): boolean {
        return object.metadata.deletionTimestamp === undefined && super.isPaused(object, owners);
      }
    },
  ],
]);
