import { Cluster, labels } from "@capstan/contract";
import { CertificateAuthority } from "@capstan/kube/x509";
import { Secret } from "@capstan/runtime";
import { expect, test } from "vitest";
import { clusterObjects, decoded, type Scene } from "@capstan/harness/scenes";
import type { ProviderMix } from "../scene/provider-mix.ts";

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** The core's access to a workload cluster. */
export function describeWorkloadAccess(world: () => ProviderMix): void {
  async function probed(scene: Scene, status: string, says = /^/): Promise<void> {
    await scene.until(`RemoteConnectionProbe ${status}`, () => {
      const probe = scene.condition(Cluster, "c2", "RemoteConnectionProbe");
      return probe?.status === status && says.test(probe.message);
    });
  }

  test("S084 S085 S087: the core uses Secret <cluster>-kubeconfig, rejects a wrong CA, adopts a new kubeconfig", async () => {
    const scene = await world().cluster();
    const kubeconfig = decoded(scene.secret("c1-kubeconfig"), "value");
    const { certificate } = await CertificateAuthority.create("somebody-else", Date);
    const wrong = kubeconfig.replace(
      /certificate-authority-data: \S+/,
      `certificate-authority-data: ${base64(certificate)}`,
    );
    expect(wrong).not.toBe(kubeconfig);
    const secret: Secret = {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "c2-kubeconfig", labels: { [labels.clusterName]: "c2" } },
      type: "cluster.x-k8s.io/secret",
      data: { value: base64(wrong) },
    };

    await scene.create(secret, ...clusterObjects("c2"));
    await probed(scene, "False", /UNABLE_TO_VERIFY|SELF_SIGNED|certificate/);
    expect(decoded(scene.secret("c2-kubeconfig"), "value")).toBe(wrong);

    await scene.client.patch(Secret, scene.key("c2-kubeconfig"), {
      type: "merge",
      body: { data: { value: base64(kubeconfig) } },
    });

    await probed(scene, "True");
  });
}
