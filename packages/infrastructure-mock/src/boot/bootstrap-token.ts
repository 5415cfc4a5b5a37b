import { BootProblem } from "./problem/boot-problem.ts";
import type { BootstrapToken } from "./observed-cluster.ts";

const tokenFormat = /^([a-z0-9]{6})\.([a-z0-9]{16})$/;
/** Members may request a kubelet certificate, which is approved automatically. */
const nodeTokenGroup = "system:bootstrappers:kubeadm:default-node-token";

/** The two halves of a bootstrap token; undefined if it is malformed. */
export function splitToken(token: string): { id: string; secret: string } | undefined {
  const [, id, secret] = tokenFormat.exec(token) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

/**
 * Checks that the workload cluster has the token and accepts it for `use`.
 *
 * @throws {@link BootProblem} naming the token by its public id only.
 */
export function requireToken(
  token: string,
  use: "discovery" | "TLS bootstrap",
  cluster: { readonly bootstrapTokens: readonly BootstrapToken[]; readonly now: number },
): void {
  const halves = splitToken(token);
  if (halves === undefined) {
    throw new BootProblem("DiscoveryInvalid", "The bootstrap token does not have the form [a-z0-9]{6}.[a-z0-9]{16}");
  }
  const secretName = `bootstrap-token-${halves.id}`;
  const known = cluster.bootstrapTokens.find(({ id }) => id === halves.id);
  if (known === undefined) {
    throw new BootProblem("TokenNotFound", `The workload cluster has no Secret kube-system/${secretName}`);
  }
  if (known.secret !== halves.secret) {
    throw new BootProblem(
      "TokenSecretMismatch",
      `The token's secret differs from that in Secret kube-system/${secretName}`,
    );
  }
  if (known.expiresAt !== undefined && known.expiresAt <= cluster.now) {
    const expiration = new Date(known.expiresAt).toISOString();
    throw new BootProblem("TokenExpired", `The token of Secret kube-system/${secretName} expired at ${expiration}`);
  }
  const missing = missingFor(use, known);
  if (missing !== undefined) {
    throw new BootProblem(
      "TokenNotUsable",
      `Secret kube-system/${secretName} does not allow ${use}: it has no ${missing}`,
    );
  }
}

function missingFor(use: "discovery" | "TLS bootstrap", token: BootstrapToken): string | undefined {
  if (use === "discovery") return token.signing ? undefined : 'usage-bootstrap-signing: "true"';
  if (!token.authentication) return 'usage-bootstrap-authentication: "true"';
  return token.extraGroups.includes(nodeTokenGroup) ? undefined : `group ${nodeTokenGroup} in auth-extra-groups`;
}
