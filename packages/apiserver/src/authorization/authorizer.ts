import { type Authenticated } from "../user/user.ts";
import { type Attributes } from "./attributes.ts";
import { type PolicyRule } from "./policy-rule.ts";

export interface Decision {
  readonly allowed: boolean;
  /** Why; empty if there is nothing to say. */
  readonly reason: string;
}

/** The rules that apply to a user in a namespace. */
export interface KnownRules {
  readonly rules: readonly PolicyRule[];
  /** What was in the way of finding all; empty if nothing was. */
  readonly problem: string;
}

/** Decides who may do what. */
export interface Authorizer {
  /** Whether it decides about requests without credentials, too; otherwise these are refused before. */
  readonly knowsAnonymous: boolean;
  authorize(attributes: Attributes): Decision;
  rulesFor(user: Authenticated, namespace: string): KnownRules;
}

/** Allows everything to everyone that was recognized. */
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
