import { type JsonObject } from "@capstan/kube";
import { type Authenticated } from "./user.ts";

/** A user as authentication.k8s.io/v1 UserInfo. */
export function userInfo({ name, uid = "", groups, extra = {} }: Authenticated): JsonObject {
  return {
    username: name,
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}
