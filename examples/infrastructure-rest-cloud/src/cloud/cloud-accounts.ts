import { type DeepReadonly, type PacedScope, Pacer, PendingError, type ProviderScope } from "@capstan/provider";
import type { RestClusterObject } from "../api/rest-cluster.ts";
import { RestIdentity } from "../api/rest-identity.ts";
import { RestCloud } from "./rest-cloud.ts";

type Spec = DeepReadonly<RestClusterObject>["spec"];
type Scope = PacedScope & Pick<ProviderScope<unknown>, "identity" | "secretValue">;

/** Opens the cloud with the credentials of a RestCluster, in turn with other objects. */
export class CloudAccounts {
  readonly #pacer = new Pacer();

  async open({ spec }: DeepReadonly<RestClusterObject>, scope: Scope, signal: AbortSignal): Promise<RestCloud> {
    // Read each time, so that a renewed token is used immediately.
    const { url, token } = await accountOf(spec, scope);
    const turn = this.#pacer.takeTurn(scope, { name: url, requestsPerSecond: spec.requestsPerSecond });
    return new RestCloud({ url, token, turn, signal });
  }
}

/** Secrets by name are in the namespace of the object. */
async function accountOf({ identityName, url, credentialsSecretName }: Spec, { identity, secretValue }: Scope) {
  if (identityName !== undefined) {
    const account = await identity(RestIdentity, identityName);
    return { url: account.spec.url, token: account.secretValue("token") };
  }
  if (url !== undefined && credentialsSecretName !== undefined) {
    return { url, token: await secretValue(credentialsSecretName, "token") };
  }
  throw new PendingError("AccountUnknown", "Set identityName, or both url and credentialsSecretName", {
    warning: true,
  });
}
