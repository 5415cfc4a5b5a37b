import { userInfo } from "../../user/user-info.ts";
import { type Clock, timestamp } from "../../clock/clock.ts";
import { type Review } from "./review.ts";

/** The attributes of the requesting user. */
export function selfSubjectReview(clock: Clock): Review {
  return ({ user }, { apiVersion, kind }) => {
    const metadata = { creationTimestamp: timestamp(clock.now()) };
    return { kind, apiVersion, metadata, status: { userInfo: userInfo(user) } };
  };
}
