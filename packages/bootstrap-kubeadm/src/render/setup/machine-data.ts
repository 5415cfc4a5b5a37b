import { type KubeadmConfigSpec } from "../../api/v1beta2/kubeadm-config-spec.ts";
import { type ResolvedFile, type ResolvedUser } from "./resolved-setup.ts";

/** The role of a machine. */
export type MachineRole = "init" | "control-plane" | "worker";

/** The content of a machine's bootstrap data, independent of the format. */
export interface MachineData {
  readonly role: MachineRole;
  /** The documents of kubeadm's configuration file, each as YAML that ends with a newline. */
  readonly kubeadmDocuments: readonly string[];
  /** Certificates, the user's files and the discovery's kubeconfig, in the order in which they are written. */
  readonly files: readonly ResolvedFile[];
  readonly users: readonly ResolvedUser[];
  /** Settings copied from the spec unchanged. */
  readonly settings: Pick<
    KubeadmConfigSpec,
    "bootCommands" | "preKubeadmCommands" | "postKubeadmCommands" | "ntp" | "diskSetup" | "mounts" | "verbosity"
  >;
}

/** The subcommand of kubeadm that a machine runs. */
export function kubeadmSubcommand(role: MachineRole): "init" | "join" {
  return role === "init" ? "init" : "join";
}

/** kubeadm's flag for its log level, after a space. The Go provider also writes that space without a flag. */
export function verbosityFlag(verbosity: number | undefined): string {
  return verbosity === undefined ? " " : ` --v ${verbosity}`;
}
