import type { Cluster, Machine } from "@capstan/contract";
import type { ProviderDefinition } from "@capstan/provider";

/** What a scene has to know of a provider's kind. */
export interface TestedKind extends Pick<ProviderDefinition, "contract" | "crds" | "kind" | "role"> {
  /** Undefined: it has no Template. */
  readonly templateKind?: ProviderDefinition["templateKind"];
  /** Undefined: they are not known. */
  readonly permissions?: ProviderDefinition["permissions"];
}

/** What there is besides an object that is to be provisioned. */
export interface Circumstances {
  /** `spec` of the Cluster. Default: a Pod and a Service network. */
  readonly cluster?: Cluster["spec"];
  /** `spec` of that infra cluster. Default: empty. */
  readonly infraClusterSpec?: object;
  /** Further fields of the Machine's spec, such as `version`. */
  readonly machine?: Partial<Machine["spec"]>;
  /** Whether the Machine is of the control plane. Default: false. */
  readonly controlPlane?: boolean;
  /** Bootstrap data of a machine. Default: an empty cloud-config. */
  readonly bootstrapData?: string;
  /**
   * The system of the machines that bootstrap data is for: its sentinel file has to be in the data. Default: `linux`. `none`: the
   * infrastructure learns of success in another way.
   */
  readonly sentinelFile?: "linux" | "windows" | "none";
  /** How long provisioning or deleting may take, in seconds of the clock. Default: 60. */
  readonly withinSeconds?: number;
}

/** A kind, and how to make an object of it that can be provisioned: as of `ProviderUnderTest`, whatever runs the provider. */
export interface Subject extends Circumstances {
  readonly definition: TestedKind;
  readonly spec?: object;
  readonly infraCluster?: Pick<TestedKind, "crds" | "kind">;
}

/** Bootstrap data of a machine, unless the subject has other. */
export const emptyCloudConfig = "#cloud-config\n{}\n";
