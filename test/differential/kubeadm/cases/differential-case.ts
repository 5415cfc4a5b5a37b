import type { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import type { Cluster } from "@capstan/contract";
import { type DifferenceId } from "../expected/differences.ts";

/** One KubeadmConfig with its Machine and Cluster, to be turned into bootstrap data by both providers. */
export interface DifferentialCase {
  /** Valid as an object's name; unique. */
  readonly name: string;
  readonly role: "init" | "control-plane" | "worker";
  readonly spec?: KubeadmConfigSpec;
  /** The Machine's version. */
  readonly version: string;
  readonly cluster?: Partial<Cluster["spec"]>;
  /** Secrets the spec refers to, by name, in place of those of every case. */
  readonly secrets?: Readonly<Record<string, Readonly<Record<string, Buffer | string>>>>;
  /** Which certificates the Cluster brings; the others the provider has to make. Default: all that the spec needs. */
  readonly certificates?: "none" | "some" | "without-keys";
  /** `refused`: the Go provider makes no data. Default: it does. */
  readonly go?: "refused";
  /** `refused`: Capstan's makes no data. Default: it does if the Go provider does. */
  readonly ours?: "refused";
  /** Which difference of the two this case shows; without it they must not differ. */
  readonly difference?: DifferenceId;
  /** Why `cloud-init schema` refuses the data of both; without it, it must accept Capstan's. */
  readonly refusedByCloudInit?: string;
  /** Why `kubeadm config validate` refuses the documents of both; without it, it must accept Capstan's. */
  readonly refusedByKubeadm?: string;
}
