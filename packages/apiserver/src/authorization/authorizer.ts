import { type Authenticated } from "../user/user.ts";
import { type Attributes } from "./attributes.ts";

export interface Decision {
  readonly allowed: boolean;
  /** The reason; may be empty. */
  readonly reason: string;
}

/** The rules that apply to a user in a namespace. */
export interface KnownRules {
  readonly rules: readonly PolicyRule[];
  /** Why the rules may be incomplete; empty if they are complete. */
  readonly problem: string;
}

/** Authorizes requests. */
export interface Authorizer {
  /** Whether it also decides about requests without credentials; otherwise these are refused before. */
  readonly knowsAnonymous: boolean;
  authorize(attributes: Attributes): Decision;
  rulesFor(user: Authenticated, namespace: string): KnownRules;
}

/** Allows everything to every authenticated user. */
export const alwaysAllow: Authorizer = {
  knowsAnonymous: false,
  authorize: () => ({ allowed: true, reason: "" }),
  rulesFor: () => ({
    rules: [
      { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
      { verbs: ["*"], nonResourceURLs: ["*"] },
    ],
    problem: "",
  }),
};

/** A rule of a Role or a ClusterRole. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}
