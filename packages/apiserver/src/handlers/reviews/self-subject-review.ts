import { type Authenticated } from "../../user/user.ts";
import { type Clock, timestamp } from "../../clock/clock.ts";
import { type Review } from "./review.ts";

/** Who the user is that asks. */
export function selfSubjectReview(clock: Clock): Review {
  return ({ user }, { apiVersion, kind }) => {
    const metadata = { creationTimestamp: timestamp(clock.now()) };
    return { kind, apiVersion, metadata, status: { userInfo: userInfo(user) } };
  };
}

/** A user, as authentication.k8s.io/v1 UserInfo. */
export function userInfo({ name, uid = "", groups, extra = {} }: Authenticated): object {
  return {
    username: name,
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}
