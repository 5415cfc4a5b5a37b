import type { Cluster, Machine } from "@capstan/contract";
import type { ProviderDefinition } from "@capstan/provider";

/** The properties of a provider's kind that a scene needs. */
export interface TestedKind extends Pick<ProviderDefinition, "contract" | "crds" | "kind" | "role"> {
  /** Undefined if the kind has no template. */
  readonly templateKind?: ProviderDefinition["templateKind"];
  /** Undefined if they are not known. */
  readonly permissions?: ProviderDefinition["permissions"];
}

/** The surroundings of an object that is to be provisioned. */
export interface Circumstances {
  /** `spec` of the Cluster. Default: a Pod and a Service network. */
  readonly cluster?: Cluster["spec"];
  /** `spec` of the infra cluster. Default: empty. */
  readonly infraClusterSpec?: object;
  /** Further fields of the Machine's spec, such as `version`. */
  readonly machine?: Partial<Machine["spec"]>;
  /** Whether the Machine belongs to the control plane. Default: false. */
  readonly controlPlane?: boolean;
  /** Bootstrap data of a machine. Default: an empty cloud-config. */
  readonly bootstrapData?: string;
  /**
   * The operating system of the machines: bootstrap data must contain its sentinel file. Default: `linux`. `none`: the infrastructure
   * learns of success in another way.
   */
  readonly sentinelFile?: "linux" | "windows" | "none";
  /** The time limit for provisioning or deletion, in seconds of the clock. Default: 60. */
  readonly withinSeconds?: number;
}

/** A kind, and how to create an object of it that can be provisioned: as in `ProviderUnderTest`, however the provider runs. */
export interface Subject extends Circumstances {
  readonly definition: TestedKind;
  readonly spec?: object;
  /** `spec` of a Template of the kind, whose `template.spec` is {@link spec}. Default: nothing else. */
  readonly templateSpec?: object;
  readonly infraCluster?: Pick<TestedKind, "crds" | "kind">;
}

/** The default version of Machines and control planes, because any provider may require one. */
export const anyVersion = "v1.34.0";

/** The default bootstrap data of a machine. */
export const emptyCloudConfig = "#cloud-config\n{}\n";
