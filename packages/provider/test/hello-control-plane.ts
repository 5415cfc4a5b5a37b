import { type ControlPlaneOutcome, ControlPlaneReconciler, defineControlPlane, outcome, Type } from "@capstan/provider";

/** A control plane that is an external service: no replicas, no Machines. */
export const HelloControlPlane = defineControlPlane({
  kind: "HelloControlPlane",
  versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({ region: Type.Optional(Type.String()) }) } },
});

/** A kubeconfig with that token. */
export function kubeconfigWith(token: string): string {
  return `apiVersion: v1
kind: Config
current-context: c1
clusters: [{ name: c1, cluster: { server: "https://10.0.0.1:6443" } }]
contexts: [{ name: c1, context: { cluster: c1, user: admin } }]
users:
- name: admin
  user:
    token: ${token}
`;
}

export const helloEndpoint = { host: "10.0.0.1", port: 6443 };

/** Returns the given outcome, by default that the control plane accepts requests. */
export class HelloControlPlaneReconciler extends ControlPlaneReconciler<typeof HelloControlPlane> {
  readonly definition = HelloControlPlane;
  calls = 0;
  removals = 0;
  answer: (scope: this["Scope"]) => ControlPlaneOutcome = ({ version = "v1.34.0" }) =>
    outcome.controlPlaneInitialized({
      controlPlaneEndpoint: helloEndpoint,
      kubeconfig: kubeconfigWith("first-token-of-c1"),
      version,
      externalManagedControlPlane: true,
    });

  reconcileControlPlane(scope: this["Scope"]) {
    this.calls += 1;
    return this.answer(scope);
  }

  override deleteControlPlane() {
    this.removals += 1;
    return outcome.deleted();
  }
}
