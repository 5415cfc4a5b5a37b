import { controllerOf, type DeepReadonly, labels, secretKeys, secretType } from "@capstan/contract";
import { areSameOwner, isControlledBy, isControlledByFormer, type Owner } from "@capstan/kube";
import type { Secret } from "@capstan/runtime";
import { providerReasons } from "../../finding/provider-reasons.ts";
import { controlledBy, type ForeignSecret } from "../../secrets/adopt-secret.ts";

/**
 * Why a Secret with a config's name is not the config's data; undefined: it is. The name proves nothing. The Secret is the config's data if
 * the config controls it, or controlled it before a restore or a move, or if it meets the contract for a data Secret of that Cluster and
 * lacks only the owner.
 */
export function whyNotData(
  secret: DeepReadonly<Secret>,
  config: Owner,
  clusterName: string,
): ForeignSecret | undefined {
  if (isControlledBy(secret, config) || isControlledByFormer(secret, config)) return undefined;
  const controller = controllerOf(secret);
  if (controller !== undefined) return controlledBy(controller);
  const { apiVersion, kind, metadata } = config;
  const self = { apiVersion, kind, name: metadata.name };
  const owner = secret.metadata.ownerReferences?.find((reference) => !areSameOwner(reference, self));
  if (owner !== undefined) return notOfConfig(`is owned by ${owner.kind} ${owner.name}`);
  if ((secret.data?.[secretKeys.value] ?? "") === "") return notOfConfig(`has no key ${secretKeys.value}`);
  if (secret.type !== secretType) return notOfConfig(`is not of type ${secretType}`);
  return secret.metadata.labels?.[labels.clusterName] === clusterName
    ? undefined
    : notOfConfig(`lacks the label ${labels.clusterName}: ${clusterName}`);
}

/**
 * Whether a Secret with the name of a config holds the config's bootstrap data: the config controls it, or did before a restore or a move,
 * or the Secret is a data Secret of that Cluster that has lost its owner.
 *
 * @example
 * ```ts
 * import { isDataSecretOf, type Secret } from "@capstan/provider";
 *
 * const config = {
 *   apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2",
 *   kind: "HelloConfig",
 *   metadata: { namespace: "a", name: "m1", uid: "1" },
 * };
 * const ownerReferences = [{ apiVersion: config.apiVersion, kind: "HelloConfig", name: "m1", uid: "1", controller: true }];
 * const metadata = { namespace: "a", name: "m1", ownerReferences };
 * const secret: Secret = { apiVersion: "v1", kind: "Secret", metadata };
 * console.log(isDataSecretOf(secret, config, "c1")); // true
 * ```
 */
export function isDataSecretOf(secret: DeepReadonly<Secret>, config: Owner, clusterName: string): boolean {
  return whyNotData(secret, config, clusterName) === undefined;
}

function notOfConfig(why: string): ForeignSecret {
  return { adopted: false, reason: providerReasons.secretNotOfConfig, why };
}
