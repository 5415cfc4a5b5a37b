import { controllerOf, type DeepReadonly, type IPAddressClaim, type ResourceKind } from "@capstan/contract";
import { groupOfApiVersion, isControlledBy, isControlledByFormer } from "@capstan/kube";
import type { CachedObject } from "../object/stored-object.ts";

type Claim = DeepReadonly<Pick<IPAddressClaim, "metadata">>;

/** Names the object that uses the address of a claim, as `<kind>.<group>/<name>`. It outlives the owner reference, which can get lost. */
const usedBy = "ipam.capstan.dev/used-by";

/** The annotations of a claim that an object uses. */
export function annotationsOfUser(
  { metadata: { annotations } }: Claim,
  { apiVersion, kind, metadata }: CachedObject,
): Readonly<Record<string, string>> {
  return { ...annotations, [usedBy]: userText({ group: groupOfApiVersion(apiVersion), kind }, metadata.name) };
}

/** Whether a claim is an object's: its controller, perhaps with a former uid; without a controller, the object that it names. */
export function isClaimOf(claim: Claim, object: CachedObject): boolean {
  if (controllerOf(claim) !== undefined) return isControlledBy(claim, object) || isControlledByFormer(claim, object);
  return (
    userOf(claim) === userText({ group: groupOfApiVersion(object.apiVersion), kind: object.kind }, object.metadata.name)
  );
}

/** The name of the object of a kind that uses a claim; undefined if none of the kind does. */
export function userNameOf(claim: Claim, kind: Pick<ResourceKind, "group" | "kind">): string | undefined {
  const prefix = userText(kind, "");
  const user = userOf(claim);
  return user?.startsWith(prefix) === true ? user.slice(prefix.length) : undefined;
}

function userOf(claim: Claim): string | undefined {
  const controller = controllerOf(claim);
  if (controller === undefined) return claim.metadata.annotations?.[usedBy];
  return userText({ group: groupOfApiVersion(controller.apiVersion), kind: controller.kind }, controller.name);
}

function userText({ group, kind }: Pick<ResourceKind, "group" | "kind">, name: string): string {
  return `${kind}.${group}/${name}`;
}
