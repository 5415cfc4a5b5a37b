import { clusterSecretName, type Condition } from "@capstan/contract";
import { type Client, ConfigMap, Secret } from "@capstan/runtime";
import { type Entry, RawAddonProvider } from "./raw-addon.ts";

/** An add-on provider that breaks one promise. */
export interface FaultyAddonProvider {
  /** The fault, as a sentence without its subject. */
  readonly fault: string;
  /** A part of the sentences of the cases that must find it. */
  readonly breaks: string;
  readonly provider: new () => RawAddonProvider;
}

/** Faulty add-on providers; each overrides one method of the correct one. */
export const faultyAddonProviders: readonly FaultyAddonProvider[] = [
  {
    breaks: "before the control plane",
    fault: "does not wait for the control plane",
    provider: class extends RawAddonProvider {
      protected override isInitialized(): boolean {
        return true;
      }
    },
  },
  {
    breaks: "leaves paused Clusters alone",
    fault: "installs in paused Clusters",
    provider: class extends RawAddonProvider {
      protected override isClusterPaused(): boolean {
        return false;
      }
    },
  },
  {
    breaks: "leaves what is in a paused Cluster",
    fault: "leaves a paused Cluster that is no longer selected",
    provider: class extends RawAddonProvider {
      protected override isClusterPaused(cluster: Parameters<RawAddonProvider["isClusterPaused"]>[0]): boolean {
        return super.isClusterPaused(cluster) && Object.keys(cluster.metadata.labels ?? {}).length > 0;
      }
    },
  },
  {
    breaks: "while its object is paused",
    fault: "ignores the annotation that pauses an object",
    provider: class extends RawAddonProvider {
      protected override isPaused(): boolean {
        return false;
      }
    },
  },
  {
    breaks: "in each selected Cluster and in no other",
    fault: "selects every Cluster",
    provider: class extends RawAddonProvider {
      protected override isSelected(): boolean {
        return true;
      }
    },
  },
  {
    breaks: "is installed once",
    fault: "creates another object with each reconcile",
    provider: class extends RawAddonProvider {
      protected override async install(client: Client): Promise<void> {
        const metadata = { generateName: "raw-", namespace: "default", name: "" };
        await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata });
      }
    },
  },
  {
    breaks: "gets its label later",
    fault: "knows only the Clusters of its first reconcile",
    provider: class extends RawAddonProvider {
      #known: ReadonlySet<string> | undefined;
      protected override mayCall(cluster: Parameters<RawAddonProvider["mayCall"]>[0]): boolean {
        this.#known ??= new Set(cluster.metadata.labels === undefined ? [] : [cluster.metadata.name]);
        return super.mayCall(cluster) && this.#known.has(cluster.metadata.name);
      }
    },
  },
  {
    breaks: "no longer selected, and from no other",
    fault: "keeps what it has installed",
    provider: class extends RawAddonProvider {
      protected override remove(): Promise<void> {
        return Promise.resolve();
      }
    },
  },
  {
    breaks: "before its deleted object is gone",
    fault: "has no finalizer",
    provider: class extends RawAddonProvider {
      protected override finalizers(): null {
        return null;
      }
    },
  },
  {
    breaks: "a Cluster that is being deleted",
    fault: "cleans up Clusters that are being deleted",
    provider: class extends RawAddonProvider {
      protected override mayCall(): boolean {
        return true;
      }
    },
  },
  {
    breaks: "refuses its writes",
    fault: "reports success where its writes are refused",
    provider: class extends RawAddonProvider {
      protected override entryOfError({ metadata }: Parameters<RawAddonProvider["entryOfError"]>[0]): Entry {
        return { name: metadata.name, ready: true, reason: "Installed" };
      }
    },
  },
  {
    breaks: "refuses its writes",
    fault: "quotes the kubeconfig of a Cluster that refuses its writes",
    provider: class extends RawAddonProvider {
      protected override async entryOfError({
        metadata: { name, namespace = "" },
      }: Parameters<RawAddonProvider["entryOfError"]>[0]): Promise<Entry> {
        const secret = { name: clusterSecretName(name, "kubeconfig"), namespace };
        const { data = {} } = await this.manager.client.get(Secret, secret);
        return { name, ready: false, reason: "InstallFailed", message: `refused with ${data.value ?? ""}` };
      }
    },
  },
  {
    breaks: "silent",
    fault: "calls one Cluster after the other",
    provider: class extends RawAddonProvider {
      protected override async callAll<T>(calls: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
        const results: T[] = [];
        for (const call of calls) results.push(await call());
        return results;
      }
    },
  },
  {
    breaks: "silent",
    fault: "does not name the Clusters that are not ready",
    provider: class extends RawAddonProvider {
      protected override conditions(entries: readonly Entry[]): readonly Condition[] {
        return super.conditions(entries).map((condition) => ({ ...condition, message: "" }));
      }
    },
  },
];

/** Title of the test that runs the provider. */
export function titleOfAddon({ fault }: FaultyAddonProvider): string {
  return `an add-on provider that ${fault} is caught`;
}
