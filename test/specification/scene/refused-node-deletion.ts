import { patienceMs } from "@capstan/harness/patience";
import { type KubernetesObject, type ResourceKind } from "@capstan/contract";
import { type Client, requestPath } from "@capstan/runtime";

const apiVersion = "admissionregistration.k8s.io/v1";
const Policy = kind("ValidatingAdmissionPolicy", "validatingadmissionpolicies");
const Binding = kind("ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings");
const message = "Nodes stay for now";
const metadata = { name: "nodes-stay" };

/** Makes the API server of a workload cluster, which has the Node `name`, reject every deletion of Nodes, until `end`. */
export async function refuseDeletionOfNodes(workload: Client, name: string): Promise<{ end(): Promise<void> }> {
  const resourceRules = [{ apiGroups: [""], apiVersions: ["v1"], resources: ["nodes"], operations: ["DELETE"] }];
  await workload.create(Policy, {
    apiVersion,
    kind: Policy.kind,
    metadata,
    spec: {
      failurePolicy: "Fail",
      matchConstraints: { resourceRules },
      validations: [{ expression: "false", message }],
    },
  });
  await workload.create(Binding, {
    apiVersion,
    kind: Binding.kind,
    metadata,
    spec: { policyName: metadata.name, validationActions: ["Deny"] },
  });
  // A server applies policies with a delay.
  const deadline = AbortSignal.timeout(patienceMs);
  while (await isAllowed(workload, name)) deadline.throwIfAborted();
  return { end: () => workload.delete(Binding, metadata).then(() => undefined) };
}

async function isAllowed(workload: Client, name: string): Promise<boolean> {
  return workload.request("DELETE", requestPath`/api/v1/nodes/${name}?dryRun=All`).then(
    () => true,
    (error: unknown) => {
      if (!String(error).includes(message)) throw error;
      return false;
    },
  );
}

function kind(name: string, plural: string): ResourceKind<KubernetesObject & { spec: object }> {
  return { group: "admissionregistration.k8s.io", version: "v1", kind: name, plural, namespaced: false };
}
