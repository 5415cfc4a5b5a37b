import { type Cluster } from "@capstan/provider";
import { type KubeadmConfigSpec } from "../../src/index.ts";
import { type BadInputScene } from "./bad-input-scene.ts";

/** The values of a Secret by key. */
export type SecretContent = Readonly<Record<string, string | Buffer>>;

/** A configuration that no machine can be booted from, what is said of it, and what mends it. */
export interface BadConfig {
  readonly title: string;
  /** Default: worker. */
  readonly role?: "init" | "control-plane" | "worker";
  readonly spec?: KubeadmConfigSpec;
  /** Of the Machine; undefined: none. Default: one that is supported. */
  readonly version?: string | undefined;
  readonly cluster?: Cluster["spec"];
  /** In place of those that the Cluster has, or beside them; "none": there is none of that name. */
  readonly secrets?: Readonly<Record<string, SecretContent | "none">>;
  /** The data of the ConfigMap of the init lock. */
  readonly lock?: Readonly<Record<string, string>>;
  /** Something else has the name of the data Secret. */
  readonly dataSecretTaken?: boolean;
  readonly reason: string;
  /** What the message must hold: the place, and what to do. */
  readonly says: readonly string[];
  /** Default: the spec is taken away. */
  readonly repair?: Repair;
}

/** Mends what is wrong, as a user would. */
export type Repair = (scene: BadInputScene, namespace: string) => Promise<void>;

export const withoutSpec: Repair = (scene, namespace) => scene.patchConfig(namespace, { spec: null });

export const withVersion: Repair = (scene, namespace) =>
  scene.patchMachine(namespace, { spec: { version: "v1.36.0" } });

export function withSecret(name: string, content: SecretContent): Repair {
  return async (scene, namespace) => {
    await scene.deleteSecret(namespace, name);
    await scene.createSecret(namespace, name, content);
  };
}

/** As the certificates of the Cluster should be. */
export function withCertificate(name: string): Repair {
  return (scene, namespace) => withSecret(name, scene.keyPair)(scene, namespace);
}
