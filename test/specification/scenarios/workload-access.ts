import { Cluster, labels } from "@capstan/contract";
import { CertificateAuthority } from "@capstan/kube/x509";
import { Secret } from "@capstan/runtime";
import { describe, expect, test, vi } from "vitest";
import { clusterObjects, decoded, type Scene } from "@capstan/harness/scenes";
import type { ProviderMix } from "../scene/provider-mix.ts";

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** How the core reaches a workload cluster. */
export function describeWorkloadAccess(world: () => ProviderMix): void {
  async function probed(scene: Scene, status: string): Promise<void> {
    await scene.until(
      `probe ${status}`,
      () => scene.condition(Cluster, "c2", "RemoteConnectionProbe")?.status === status,
    );
  }

  test("S084 S085 S087: the Secret <cluster>-kubeconfig is found and used; a wrong CA is refused, and a new kubeconfig taken up", async () => {
    const scene = await world().cluster();
    const kubeconfig = decoded(scene.find(Secret, "c1-kubeconfig") as Secret, "value");
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
    await probed(scene, "False");
    expect(decoded(scene.find(Secret, "c2-kubeconfig") as Secret, "value")).toBe(wrong);

    await scene.client.patch(Secret, scene.key("c2-kubeconfig"), {
      type: "merge",
      body: { data: { value: base64(kubeconfig) } },
    });

    await probed(scene, "True");
  });
}

/** What the managers have written in all that came before, by the server's log. */
export function describeWrites(world: () => ProviderMix): void {
  describe("who writes what", () => {
    function writesOf(manager: (name: string) => boolean): string[] {
      const found = world()
        .management.requests()
        .filter((request) => manager(request.manager) && !["get", "list", "watch"].includes(request.verb))
        .map(({ resource }) => resource.split("/", 1)[0] ?? "");
      return [...new Set(found)].toSorted();
    }

    test("S067 S063 S082: no provider writes Machines or Clusters; each writes its own kinds, Secrets and Events, and no two the same kind", () => {
      const written = {
        kubeadm: writesOf((name) => name === "capstan-bootstrap-kubeadm"),
        shell: writesOf((name) => name === "capstan-shellconfigs"),
        mock: writesOf((name) => name === "capstan-infrastructure-mock"),
        plain: writesOf((name) => name === "capstan-plainmachines"),
      };

      expect(
        written.kubeadm.filter((name) => !["configmaps", "events", "kubeadmconfigs", "secrets"].includes(name)),
      ).toEqual([]);
      expect(written.shell.filter((name) => !["events", "secrets", "shellconfigs"].includes(name))).toEqual([]);
      expect(written.mock.filter((name) => !["events", "mockclusters", "mockmachines"].includes(name))).toEqual([]);
      expect(written.plain.filter((name) => !["events", "plainmachines"].includes(name))).toEqual([]);
      // and the log is not empty
      expect(writesOf((name) => name === "capstan-core")).toEqual(expect.arrayContaining(["clusters", "machines"]));
      for (const names of Object.values(written)) expect(names).not.toEqual([]);
    });

    test("S083: few writes meet a conflict, and once all is settled nothing writes any more", async () => {
      await world().management.settled();
      const writes = () =>
        world()
          .management.requests()
          .filter(({ verb }) => !["get", "list", "watch"].includes(verb));
      const before = writes();
      const conflicts = before.filter(({ status }) => status === 409);
      expect(conflicts.length / before.length).toBeLessThan(0.05);

      // what changes only wording is written a second later
      let last = -1;
      const isQuiet = () => {
        const now = writes().length;
        const isSame = now === last;
        last = now;
        return isSame;
      };
      await vi.waitUntil(isQuiet, { interval: 1_500, timeout: 20_000 });
    });
  });
}
