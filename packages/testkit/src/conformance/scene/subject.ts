import type { Cluster, Machine } from "@capstan/contract";
import type { ProviderDefinition } from "@capstan/provider";

/** What a scene has to know of a provider's kind. */
export interface TestedKind extends Pick<ProviderDefinition, "contract" | "crds" | "kind" | "role"> {
  /** Undefined: it has no Template. */
  readonly templateKind?: ProviderDefinition["templateKind"];
  /** Undefined: they are not known. */
  readonly permissions?: ProviderDefinition["permissions"];
}

/** A kind, and how to make an object of it that can be provisioned: as of `ProviderUnderTest`, whatever runs the provider. */
export interface Subject {
  readonly definition: TestedKind;
  readonly spec?: object;
  readonly cluster?: Cluster["spec"];
  readonly infraCluster?: Pick<TestedKind, "crds" | "kind">;
  readonly infraClusterSpec?: object;
  readonly machine?: Partial<Machine["spec"]>;
  readonly controlPlane?: boolean;
  readonly bootstrapData?: string;
  readonly sentinelFile?: "linux" | "none" | "windows";
  readonly withinSeconds?: number;
}

/** Bootstrap data of a machine, unless the subject has other. */
export const emptyCloudConfig = "#cloud-config\n{}\n";
