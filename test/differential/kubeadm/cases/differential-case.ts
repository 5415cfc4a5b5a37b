import type { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import type { Cluster } from "@capstan/contract";
import { type DifferenceId } from "../expected/differences.ts";

/** One KubeadmConfig with its Machine and Cluster, from which both providers generate bootstrap data. */
export interface DifferentialCase {
  /** Valid as an object's name; unique. */
  readonly name: string;
  readonly role: "init" | "control-plane" | "worker";
  readonly spec?: KubeadmConfigSpec;
  /** The Machine's version. */
  readonly version: string;
  readonly cluster?: Partial<Cluster["spec"]>;
  /** Secrets that the spec refers to, by name, in place of the Secrets of every case. */
  readonly secrets?: Readonly<Record<string, Readonly<Record<string, Buffer | string>>>>;
  /** The certificates that the Cluster has; the provider must create the others. Default: all that the spec needs. */
  readonly certificates?: "none" | "some" | "without-keys";
  /** `refused`: the Go provider generates no data. Default: it does. */
  readonly go?: "refused";
  /** `refused`: Capstan's provider generates no data. Default: it does if the Go provider does. */
  readonly ours?: "refused";
  /** The difference that this case shows; without it the providers must not differ. */
  readonly difference?: DifferenceId;
  /** Why `cloud-init schema` refuses the data of both; without a reason, it must accept Capstan's data. */
  readonly refusedByCloudInit?: string;
  /** Why `kubeadm config validate` refuses the documents of both; without a reason, it must accept Capstan's documents. */
  readonly refusedByKubeadm?: string;
}
