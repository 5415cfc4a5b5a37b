import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { hardenedPod } from "@capstan/harness/publishing";
import { DockerCluster, DockerMachine, DockerMachinePool } from "@capstan/infrastructure-docker";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import type { PolicyRule, ProviderDefinition } from "@capstan/provider";
import { longestStopMs } from "@capstan/runtime";
import { componentsOf, releasedProvider } from "@capstan/provider/release";
import { describe, expect, test } from "vitest";
import { FooControlPlane } from "./foo-control-plane-provider.ts";
import { FooCluster, FooMachine } from "./foo-provider.ts";

interface Component {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly rules?: readonly PolicyRule[];
  readonly spec?: { readonly template: { readonly spec: Readonly<Record<string, unknown>> } };
}

/** `delete` lets them adopt a Secret if OwnerReferencesPermissionEnforcement is enabled. */
const write = ["create", "update", "patch", "delete"];

const providers: readonly (readonly [name: string, definitions: readonly ProviderDefinition[], secrets: string[]])[] = [
  ["an infrastructure provider", [FooMachine, FooCluster], []],
  ["a control plane provider", [FooControlPlane], write],
  ["the kubeadm bootstrap provider, with webhooks", [KubeadmConfig], write],
  ["the mock infrastructure", [MockMachine, MockCluster], []],
  ["the Docker infrastructure", [DockerMachine, DockerCluster, DockerMachinePool], []],
];

describe.each(providers)("the components of %s", (_name, definitions, writesSecrets) => {
  const components = componentsOf(releasedProvider(definitions, {}), "registry.example.com/foo:v0.1.0") as Component[];
  const rules = components.filter(({ kind }) => kind.endsWith("Role")).flatMap(({ rules: granted = [] }) => granted);

  test("restrict the manager's Pod to the privileges that it needs", () => {
    const pod = components.find(({ kind }) => kind === "Deployment")?.spec?.template.spec;
    expect(pod).toEqual(hardenedPod);
  });

  test("give the manager its grace period", () => {
    const pod = components.find(({ kind }) => kind === "Deployment")?.spec?.template.spec;
    expect(Number(pod?.terminationGracePeriodSeconds) * 1000).toBeGreaterThan(longestStopMs);
  });

  test("grant write access to Secrets only if the manager writes them", () => {
    const verbs = rules.filter(({ resources }) => resources.includes("secrets")).flatMap((rule) => rule.verbs);
    expect(verbs).toEqual(["get", "list", "watch", ...writesSecrets]);
  });

  test("have no wildcards and no verbs for privilege escalation", () => {
    expect(rules.length).toBeGreaterThan(5);
    for (const { apiGroups, resources, verbs } of rules) {
      expect([...apiGroups, ...resources, ...verbs]).not.toContain("*");
      expect(verbs).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(deletecollection|escalate|bind|impersonate)$/)]),
      );
      expect(apiGroups).not.toContain("rbac.authorization.k8s.io");
    }
  });
});
