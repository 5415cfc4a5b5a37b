import type { BadInput, SecretContent } from "./bad-input.ts";
import type { BadInputScene } from "./bad-input-scene.ts";

/** A configuration without valid bootstrap data, the message about it, and its repair. */
export interface BadConfig extends BadInput {
  readonly title: string;
  readonly reason: string;
  /** Strings that the message must contain: the path and the remedy. */
  readonly says: readonly string[];
  /** Default: the spec is removed. */
  readonly repair?: Repair;
}

/** Fixes the problem as a user would. */
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

/** Restores valid certificates of the Cluster. */
export function withCertificate(name: string): Repair {
  return (scene, namespace) => withSecret(name, scene.keyPair)(scene, namespace);
}
