import { randomBytes } from "node:crypto";
import { Authenticator } from "../authentication/authentication.ts";
import { ServiceAccountTokens } from "../authentication/tokens/service-account-tokens.ts";
import { SigningKey } from "../authentication/tokens/signing-key.ts";
import { alwaysAllow, type Authorizer } from "../authorization/authorizer.ts";
import { EscalationCheck } from "../authorization/rbac/escalation.ts";
import { Policy } from "../authorization/rbac/policy.ts";
import { RbacAuthorizer } from "../authorization/rbac/rbac-authorizer.ts";
import { RuleResolver } from "../authorization/rbac/rule-resolver.ts";
import { type Clock } from "../clock/clock.ts";
import { type Store } from "../store/store.ts";
import { Gate } from "./gate.ts";

/** How requests are authorized: by Roles and bindings, or not at all. */
export type AuthorizationMode = "RBAC" | "AlwaysAllow";

/** Authenticates and authorizes requests. */
export interface Access {
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  readonly escalation: EscalationCheck;
  readonly gate: Gate;
  readonly tokens: ServiceAccountTokens;
}

/** The secrets with which a server recognizes its own tokens. */
export interface AccessSecrets {
  /** For users' tokens. */
  readonly tokens: string;
  /** The private key of ServiceAccount tokens, PEM. */
  readonly accounts: string;
}

/** Keeps secrets between starts of a server. */
interface Keeper {
  secret(name: string, make: () => string | Promise<string>): Promise<string>;
}

const forgetful: Keeper = { secret: async (_, make) => make() };

export async function accessSecrets(keeper: Keeper = forgetful): Promise<AccessSecrets> {
  return {
    tokens: await keeper.secret("token-secret", () => randomBytes(32).toString("base64url")),
    accounts: await keeper.secret("service-account.key", () => SigningKey.generate()),
  };
}

export function createAccess(options: {
  readonly mode: AuthorizationMode;
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: AccessSecrets;
}): Access {
  const { mode, store, clock, secrets } = options;
  const tokens = new ServiceAccountTokens({ store, clock, key: secrets.accounts });
  const authenticator = new Authenticator({ secret: secrets.tokens, accounts: tokens });
  const policy = new Policy(store);
  const resolver = new RuleResolver(policy);
  const authorizer = mode === "RBAC" ? new RbacAuthorizer(resolver) : alwaysAllow;
  const escalation = new EscalationCheck({ authorizer, policy, resolver });
  return { authenticator, authorizer, escalation, gate: new Gate({ authenticator, authorizer }), tokens };
}
