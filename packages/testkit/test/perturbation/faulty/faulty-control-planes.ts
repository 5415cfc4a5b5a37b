import { randomBytes } from "node:crypto";
import { Secret } from "@capstan/runtime";
import type { Stored } from "../../conformance/raw/raw-provider.ts";
import { CarefulControlPlaneProvider, lifeOfControlPlane } from "../careful/careful-control-plane.ts";
import type { FaultyProvider } from "./faulty-provider.ts";
import { endpointOfProcess } from "./process-of.ts";

interface Row extends Pick<FaultyProvider, "fault" | "killedBy" | "says"> {
  readonly Provider: typeof CarefulControlPlaneProvider;
}

const twice = /upgrade to v1\.3[56]\.0 of RawControlPlane\/c1 exists [23] times/;
const doubled = /server of RawControlPlane\/c1 exists 2 times|server of RawControlPlane\/c1: left over/;
const leaked = /server of RawControlPlane\/c1: left over/;
const never = /TimedOutError: Timed out after 600 s: c1 at/;

const rows: readonly Row[] = [
  {
    fault: "upgrades until its status has the version",
    killedBy: ["crash-before", "answer-500", "answer-409", "cloud-times-out", "crash-after-call"],
    says: twice,
    Provider: class extends CarefulControlPlaneProvider {
      protected override async ensureVersion(object: Stored): Promise<void> {
        const version = this.versionWanted(object);
        if (object.status?.version !== version) await this.cloud.upgrade(object.metadata.name, version);
      }
    },
  },
  {
    fault: "knows only in memory to which version it has upgraded",
    killedBy: ["crash-after", "leader-change", "crash-after-call"],
    says: twice,
    Provider: class extends CarefulControlPlaneProvider {
      #version: string | undefined;
      protected override async ensureVersion(object: Stored): Promise<void> {
        const version = this.versionWanted(object);
        if (this.#version !== version) await this.cloud.upgrade(object.metadata.name, version);
        this.#version = version;
      }
    },
  },
  {
    fault: "asks for an upgrade again where the cloud did not answer",
    killedBy: ["cloud-times-out"],
    says: twice,
    Provider: class extends CarefulControlPlaneProvider {
      protected override async ensureVersion(object: Stored): Promise<void> {
        const { name } = object.metadata;
        const version = this.versionWanted(object);
        if ((await this.cloud.versionOf(name)) !== version)
          await this.cloud.upgrade(name, version).catch(() => this.cloud.upgrade(name, version));
      }
    },
  },
  {
    fault: "reports the version that is wanted, and upgrades afterwards where its status has another",
    killedBy: ["crash-after", "lose-answer", "cloud-refuses"],
    says: /upgrade to v1\.3[56]\.0 of RawControlPlane\/c1: missing/,
    Provider: class extends CarefulControlPlaneProvider {
      protected override async provide(object: Stored): Promise<void> {
        const isNew = object.status?.version !== this.versionWanted(object);
        await this.ensureFinalizer(object);
        await this.ensureService(object);
        await this.publish(object);
        if (isNew) await super.ensureVersion(object);
      }
    },
  },
  {
    fault: "makes a service until it has published an endpoint",
    killedBy: ["crash-before", "answer-500", "answer-409", "cloud-times-out", "crash-after-call"],
    says: doubled,
    Provider: class extends CarefulControlPlaneProvider {
      protected override async ensureService({ metadata: { name }, spec }: Stored): Promise<void> {
        if (spec?.controlPlaneEndpoint === undefined) await this.cloud.create(name);
      }
    },
  },
  {
    fault: "knows only in memory that it has made a service",
    killedBy: ["crash-after", "leader-change"],
    says: doubled,
    Provider: class extends CarefulControlPlaneProvider {
      #made = false;
      protected override async ensureService({ metadata: { name } }: Stored): Promise<void> {
        if (!this.#made) await this.cloud.create(name);
        this.#made = true;
      }
    },
  },
  {
    fault: "gives its kubeconfig Secret a random name",
    killedBy: ["crash-after", "lose-answer", "answer-500"],
    says: /Secret\/c1-<varying>: (left over|2 instead of 1)/,
    Provider: class extends CarefulControlPlaneProvider {
      protected override async publishKubeconfig(object: Stored): Promise<void> {
        if (object.status?.initialization === undefined) await super.publishKubeconfig(object);
      }
      protected override kubeconfigSecret(object: Stored): Secret {
        const secret = super.kubeconfigSecret(object);
        return { ...secret, metadata: { ...secret.metadata, name: `c1-${randomBytes(8).toString("hex")}` } };
      }
    },
  },
  {
    fault: "takes a kubeconfig Secret that is there already for a failure",
    killedBy: ["crash-after", "lose-answer"],
    says: never,
    Provider: class extends CarefulControlPlaneProvider {
      protected override async publishKubeconfig(object: Stored): Promise<void> {
        if (object.status?.initialization === undefined)
          await this.client.create(Secret, this.kubeconfigSecret(object));
      }
    },
  },
  {
    fault: "is initialized before its kubeconfig is stored, and never looks again",
    killedBy: ["crash-after", "answer-500", "lose-answer"],
    says: /Secret\/c1-kubeconfig: missing/,
    Provider: class extends CarefulControlPlaneProvider {
      protected override async publish(object: Stored): Promise<void> {
        const isFirst = object.status?.initialization === undefined;
        await this.publishEndpoint(object);
        await this.reportInitialized(object);
        if (isFirst) await this.publishKubeconfig(object);
      }
    },
  },
  {
    fault: "publishes the endpoint of its process",
    killedBy: ["crash-after", "leader-change"],
    says: /controlPlaneEndpoint has changed/,
    Provider: class extends CarefulControlPlaneProvider {
      protected override async publishEndpoint(object: Stored): Promise<void> {
        const changed = endpointOfProcess(this.client, object);
        if (changed !== undefined) await this.patch(object, changed);
      }
    },
  },
  {
    fault: "sets its finalizer when the service is there",
    killedBy: ["undisturbed"],
    says: /was created before the object had a finalizer/,
    Provider: class extends CarefulControlPlaneProvider {
      protected override async provide(object: Stored): Promise<void> {
        await this.ensureService(object);
        await super.provide(object);
      }
    },
  },
  {
    fault: "clears its finalizer, and then removes its service",
    killedBy: ["crash-after", "cloud-refuses", "lose-answer"],
    says: leaked,
    Provider: class extends CarefulControlPlaneProvider {
      protected override async whenDeleted(object: Stored): Promise<void> {
        if (!this.hasFinalizer(object)) return;
        await this.patch(object, { metadata: { finalizers: null } });
        await this.remove(object);
      }
    },
  },
  {
    fault: "takes a removal that the cloud refused for done",
    killedBy: ["cloud-refuses"],
    says: leaked,
    Provider: class extends CarefulControlPlaneProvider {
      protected override async remove(object: Stored): Promise<void> {
        await super.remove(object).catch(() => undefined);
      }
    },
  },
  {
    fault: "asks again and again as long as it is answered 429",
    killedBy: ["answer-429"],
    says: /writes within 10 s, all of them answered 429/,
    Provider: class extends CarefulControlPlaneProvider {
      protected override async patch(object: Stored, body: object): Promise<void> {
        await super.patch(object, body).catch(async (error: unknown) => {
          if (!String(error).includes("TooManyRequests")) throw error;
          await this.patch(object, body);
        });
      }
    },
  },
];

/** Hand-written providers of control planes that work only in the absence of faults. */
export const faultyControlPlanes = rows.map(({ Provider, ...row }): FaultyProvider => ({
  ...row,
  role: "ControlPlane",
  scenario: lifeOfControlPlane(Provider, "faulty"),
}));
