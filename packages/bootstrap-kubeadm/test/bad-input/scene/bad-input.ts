import { type Cluster } from "@capstan/provider";
import { type KubeadmConfigSpec } from "../../../src/index.ts";

/** The values of a Secret by key. */
export type SecretContent = Readonly<Record<string, string | Buffer>>;

/** What is created of a configuration. */
export interface BadInput {
  /** Default: worker. */
  readonly role?: "init" | "control-plane" | "worker";
  readonly spec?: KubeadmConfigSpec;
  /** Of the Machine; undefined: none. Default: one that is supported. */
  readonly version?: string | undefined;
  readonly cluster?: Cluster["spec"];
  /** In place of those that the Cluster has, or in addition to them; "none": there is none of that name. */
  readonly secrets?: Readonly<Record<string, SecretContent | "none">>;
  /** The data of the ConfigMap of the init lock. */
  readonly lock?: Readonly<Record<string, string>>;
  /** Something else has the name of the data Secret. */
  readonly dataSecretTaken?: boolean;
}
