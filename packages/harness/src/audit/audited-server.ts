import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { RealApiServer } from "@capstan/testkit";

/** Includes the users, bodies and responses of writes. */
const policyWithBodies = `apiVersion: audit.k8s.io/v1
kind: Policy
omitManagedFields: true
omitStages: [RequestReceived]
rules:
- level: RequestResponse
  verbs: [create, update, patch]
  resources:
  - { group: "", resources: [secrets] }
  - { group: cluster.x-k8s.io }
  - { group: bootstrap.cluster.x-k8s.io }
  - { group: controlplane.cluster.x-k8s.io }
  - { group: infrastructure.cluster.x-k8s.io }
- level: Metadata
`;

/**
 * Starts etcd, kube-apiserver with RBAC and an audit log, and kube-controller-manager. As on OpenShift, only users who may delete an object
 * may change its owners, and only those who may update the owner's finalizers may set blockOwnerDeletion (rule RB-008).
 *
 * @param options - `withBodies`: the log includes the bodies of writes and the responses.
 */
export async function startAuditedServer({ withBodies = false } = {}): Promise<RealApiServer> {
  const apiServerFlags = ["--enable-admission-plugins=OwnerReferencesPermissionEnforcement"];
  await using closing = new AsyncDisposableStack();
  if (withBodies) {
    const folder = await mkdtemp(path.join(tmpdir(), "audit-policy-"));
    closing.defer(() => rm(folder, { recursive: true }));
    const file = path.join(folder, "policy.yaml");
    await writeFile(file, policyWithBodies);
    // The last flag counts.
    apiServerFlags.push(`--audit-policy-file=${file}`);
  }
  return await RealApiServer.start({ rbac: true, controllerManager: true, audit: true, apiServerFlags });
}
