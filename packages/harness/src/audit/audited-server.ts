import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { RealApiServer } from "@capstan/testkit";

/** With what was written by whom, and what came of it. */
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
 * Starts etcd, kube-apiserver with RBAC and an audit log, and kube-controller-manager. The owner of an object is changed only by those who
 * may delete it, and is a blocking one only for those who may update its finalizers (rule RB-008), as on OpenShift.
 *
 * @param options - `withBodies`: the log has the bodies of writes, and what was answered.
 */
export async function startAuditedServer({ withBodies = false } = {}): Promise<RealApiServer> {
  const apiServerFlags = ["--enable-admission-plugins=OwnerReferencesPermissionEnforcement"];
  await using closing = new AsyncDisposableStack();
  if (withBodies) {
    const folder = await mkdtemp(path.join(tmpdir(), "audit-policy-"));
    closing.defer(() => rm(folder, { recursive: true }));
    const file = path.join(folder, "policy.yaml");
    await writeFile(file, policyWithBodies);
    // The last one counts.
    apiServerFlags.push(`--audit-policy-file=${file}`);
  }
  return await RealApiServer.start({ rbac: true, controllerManager: true, audit: true, apiServerFlags });
}
