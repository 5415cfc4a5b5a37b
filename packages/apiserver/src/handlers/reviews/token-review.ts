import { listAt, textAt } from "@capstan/kube";
import { type Authenticator } from "../../authentication/authentication.ts";
import { issuer } from "../../authentication/tokens/service-account-tokens.ts";
import { badRequest } from "../../status/status-error.ts";
import { type Review } from "./review.ts";
import { userInfo } from "../../user/user-info.ts";

/** The user of a token, and whether the token is for one of the audiences in the review. */
export function tokenReview(authenticator: Authenticator): Review {
  return (_, review) => {
    const token = textAt(review, "spec", "token") ?? "";
    if (token === "") throw badRequest("token is required for TokenReview in authentication");
    const stated = listAt(review, "spec", "audiences").map(String);
    const found = authenticator.recognize(token, stated.length === 0 ? [issuer] : stated);
    const status =
      typeof found === "string"
        ? { user: {}, error: found }
        : { authenticated: true, user: userInfo(found.user), audiences: found.audiences };
    return { ...review, status };
  };
}
