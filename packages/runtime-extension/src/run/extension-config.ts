import type { Condition, KubernetesObject, ResourceKind } from "@capstan/contract";
import { defineKind } from "@capstan/runtime";

/** How the core reaches an extension. */
export interface ExtensionClientConfig {
  /** The URL, for an extension outside of the cluster. */
  readonly url?: string;
  /** The Service, for an extension in the cluster. */
  readonly service?: {
    readonly namespace: string;
    readonly name: string;
    readonly path?: string;
    readonly port?: number;
  };
  /** The CA of the extension's certificate: PEM, in base64. */
  readonly caBundle?: string;
}

/** A handler that the core has discovered. */
export interface DiscoveredHandler {
  /** `<handler>.<ExtensionConfig>`. */
  readonly name: string;
  /** The hook. */
  readonly requestHook: { readonly apiVersion: string; readonly hook: string };
  /** How long the core waits, in seconds. */
  readonly timeoutSeconds?: number;
  /** What an unreachable handler means. */
  readonly failurePolicy?: "Fail" | "Ignore";
}

/** The registration of an extension with the core, v1beta2. Cluster-scoped. */
export interface ExtensionConfig extends KubernetesObject {
  /** How the core calls the extension. */
  spec: {
    /** How the core reaches it. */
    clientConfig: ExtensionClientConfig;
    /** The namespaces whose Clusters it is called for. Default: all. */
    namespaceSelector?: object;
    /** The settings that the core adds to requests. */
    settings?: Readonly<Record<string, string>>;
  };
  /** What the core has discovered. */
  status?: {
    /** Discovered, Paused. */
    conditions?: Condition[];
    /** The handlers. */
    handlers?: DiscoveredHandler[];
  };
}

/** ExtensionConfigs, of `runtime.cluster.x-k8s.io/v1beta2`. */
export const ExtensionConfig: ResourceKind<ExtensionConfig> = defineKind<ExtensionConfig>({
  group: "runtime.cluster.x-k8s.io",
  version: "v1beta2",
  kind: "ExtensionConfig",
  plural: "extensionconfigs",
  namespaced: false,
});
