import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { parseCloudConfig } from "../cloud-config.ts";
import { assets } from "../kubeadm.ts";
import { KubeadmScene, endpoint } from "../scene/kubeadm-scene.ts";
import { ownReading } from "./cloud-init.ts";
import { Machine } from "./machine.ts";
import { noSandbox, unlessSandbox } from "./readings.ts";

const pki = "/etc/kubernetes/pki";
const config = ["--config", "/run/kubeadm/kubeadm.yaml"];
/** The certificate of an external CA, and the files that its owner has signed. */
const brought = ["apiserver", "apiserver-kubelet-client"].flatMap((name) => [
  `${pki}/${name}.crt`,
  `${pki}/${name}.key`,
]);
const kubeconfigs = ["admin", "super-admin", "kubelet", "controller-manager", "scheduler"].map(
  (name) => `/etc/kubernetes/${name}.conf`,
);

// kubeadm looks for kubeconfigs only in /etc/kubernetes, so this needs a separate root.
describe.skipIf(noSandbox !== undefined || assets === undefined)(
  `the reference kubeadm on a machine${unlessSandbox}`,
  () => {
    test("signs nothing with an external CA whose key is not on the machine", async () => {
      // given a CA whose owner signs with it on another machine
      const elsewhere = await bootWithKubeadm();
      await using owner = elsewhere.machine;
      await phase(owner, "certs", "all");
      await phase(owner, "kubeconfig", "all");
      const files = await Promise.all(
        [...brought, ...kubeconfigs].map(async (path) => ({ path, content: await owner.text(path) })),
      );
      expect(files).not.toEqual([]);
      const certificate = await owner.text(`${pki}/ca.crt`);

      // when a machine gets the CA without its key
      const { machine: booted, data } = await bootWithKubeadm({ certificate, files });
      await using machine = booted;
      expect(parseCloudConfig(data).write_files.map(({ path }) => path)).not.toContain(`${pki}/ca.key`);
      const output = await phase(machine, "certs", "all");

      // then kubeadm uses the existing files, and signs only with the other authorities
      expect(output).toContain("Using existing ca keyless certificate authority");
      expect(output).toContain("Using existing apiserver certificate and key on disk");
      expect(output).toContain('Generating "front-proxy-client" certificate and key');
      expect(machine.exists(`${pki}/ca.key`)).toBe(false);
      for (const { path, content } of files) expect(await machine.text(path)).toBe(content);
    });

    test("rejects an external CA with missing files", async () => {
      const { machine: booted } = await bootWithKubeadm();
      await using machine = booted;
      const certificate = await machine.text(`${pki}/ca.crt`);
      const { machine: other } = await bootWithKubeadm({ certificate, files: [] });
      await using without = other;
      await expect(phase(without, "certs", "all")).rejects.toThrow("/etc/kubernetes");
    });
  },
);

interface ExternalCA {
  readonly certificate: string;
  readonly files: { readonly path: string; readonly content: string }[];
}

/** Boots the first control-plane machine of a Cluster, which also has a real kubeadm. */
async function bootWithKubeadm(external?: ExternalCA): Promise<{ machine: Machine; data: string }> {
  await using world = await KubeadmScene.start({ controlPlaneEndpoint: endpoint }, undefined, systemClock.now());
  if (external !== undefined) await world.createSecret("c1-ca", { "tls.crt": external.certificate });
  await world.createMachine("cp", {
    controlPlane: true,
    spec: {
      clusterConfiguration: { encryptionAlgorithm: "ECDSA-P256" },
      initConfiguration: {
        localAPIEndpoint: { advertiseAddress: "192.0.2.1", bindPort: 6443 },
        nodeRegistration: { name: "cp", criSocket: "unix:///run/containerd/containerd.sock" },
      },
      ...(external === undefined || external.files.length === 0 ? {} : { files: external.files }),
    },
  });
  const data = (await world.data("cp")) ?? "";
  const machine = await Machine.booted(ownReading, data);
  await copyFile(join(assets ?? "", "kubeadm"), machine.sandbox.path("/usr/local/bin/real-kubeadm"));
  return { machine, data };
}

async function phase(machine: Machine, ...names: string[]): Promise<string> {
  const { status, output } = await machine.sandbox.run("real-kubeadm", "init", "phase", ...names, ...config);
  if (status !== 0) throw new Error(output);
  return output;
}
