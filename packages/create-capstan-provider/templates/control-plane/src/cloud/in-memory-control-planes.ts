import { devMap } from "@capstan/provider";
import type { ControlPlaneRequest, ControlPlanes, HostedControlPlane } from "./control-planes.ts";

/** For tests and first steps: runs nothing, and loses its state when the process ends, unless `capstan dev` restarts it. */
export class InMemoryControlPlanes implements ControlPlanes {
  /** Versions by the id of the control plane. */
  readonly versions = devMap<string>("versions");
  /** Whether a creation or an upgrade is still in progress. */
  isWorking = false;

  ensureControlPlane({ id, version }: ControlPlaneRequest): Promise<HostedControlPlane> {
    const known = this.versions.get(id);
    const wanted = version ?? known ?? "v1.36.0";
    const running = this.isWorking ? (known ?? wanted) : wanted;
    if (!this.isWorking) this.versions.set(id, running);
    const access = known === undefined && this.isWorking ? undefined : accessTo(id);
    return Promise.resolve({ version: running, isUpgrading: running !== wanted, access });
  }

  removeControlPlane(id: string): Promise<boolean> {
    this.versions.delete(id);
    return Promise.resolve(true);
  }
}

/** No server listens there. */
function accessTo(id: string): HostedControlPlane["access"] {
  const host = "127.0.0.1";
  const port = 1;
  const kubeconfig = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: id, cluster: { server: `https://${host}:${String(port)}` } }],
    users: [{ name: "admin", user: { token: "none" } }],
    contexts: [{ name: id, context: { cluster: id, user: "admin" } }],
    "current-context": id,
  };
  return { host, port, kubeconfig: JSON.stringify(kubeconfig) };
}
