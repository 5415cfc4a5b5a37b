import { type Cluster } from "@capstan/provider";
import { type KubeadmConfigSpec } from "../../../src/index.ts";

/** The values of a Secret by key. */
export type SecretContent = Readonly<Record<string, string | Buffer>>;

/** The objects that are created for a configuration. */
export interface BadInput {
  /** Default: worker. */
  readonly role?: "init" | "control-plane" | "worker";
  readonly spec?: KubeadmConfigSpec;
  /** The version of the Machine; undefined: unset. Default: a supported version. */
  readonly version?: string | undefined;
  readonly cluster?: Cluster["spec"];
  /** Replacements for the Secrets of the Cluster, or additional ones; "none": the Secret is missing. */
  readonly secrets?: Readonly<Record<string, SecretContent | "none">>;
  /** The data of the ConfigMap of the init lock. */
  readonly lock?: Readonly<Record<string, string>>;
  /** Another object owns a Secret with the name of the data Secret. */
  readonly dataSecretTaken?: boolean;
}
