import { execFileSync } from "node:child_process";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { kubeadmInContainer } from "@capstan/infrastructure-docker";
import { loadAll } from "js-yaml";
import { describe, expect, test } from "vitest";

const initFile = "/run/kubeadm/kubeadm.yaml";
const cluster = "apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\n";
const proxyOfUser = `${cluster}---\napiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: nftables\n`;

describe("kube-proxy in a container", () => {
  test("leaves the limit of tracked connections alone, which belongs to the engine's kernel", async () => {
    const spec = kubeadmInContainer({ initConfiguration: {}, preKubeadmCommands: ["true"] });
    expect(spec.preKubeadmCommands).toHaveLength(2);
    expect(await kubeProxyAfter(spec.preKubeadmCommands, cluster)).toEqual([
      {
        apiVersion: "kubeproxy.config.k8s.io/v1alpha1",
        kind: "KubeProxyConfiguration",
        conntrack: { maxPerCore: 0 },
      },
    ]);
  });

  test("keeps the configuration that an earlier command has written", async () => {
    const { preKubeadmCommands } = kubeadmInContainer({ initConfiguration: {}, preKubeadmCommands: [] });
    expect(await kubeProxyAfter(preKubeadmCommands, proxyOfUser)).toMatchObject([{ mode: "nftables" }]);
  });

  test("is configured by the machine that initializes the cluster, not by one that joins", async () => {
    const spec = kubeadmInContainer({ initConfiguration: {}, joinConfiguration: {}, preKubeadmCommands: [] });
    expect(await kubeProxyAfter(spec.preKubeadmCommands, undefined)).toEqual([]);
    expect(kubeadmInContainer({ joinConfiguration: {} })).not.toHaveProperty("preKubeadmCommands");
  });
});

describe("kubeadm on a busy host", () => {
  test("waits for ten minutes, unless the spec says otherwise", () => {
    const { initConfiguration, joinConfiguration } = kubeadmInContainer({
      initConfiguration: {},
      joinConfiguration: { timeouts: { discoverySeconds: 30 } },
    });
    expect(initConfiguration).toMatchObject({ timeouts: { kubernetesAPICallSeconds: 600, discoverySeconds: 600 } });
    expect(joinConfiguration).toMatchObject({ timeouts: { kubernetesAPICallSeconds: 600, discoverySeconds: 30 } });
  });
});

/** Runs the commands of a machine with this file of `kubeadm init`. @returns the configurations of kube-proxy in it. */
async function kubeProxyAfter(commands: readonly string[], content: string | undefined): Promise<readonly unknown[]> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "kubeadm-"));
  const file = path.join(folder.path, "kubeadm.yaml");
  if (content !== undefined) await writeFile(file, content);
  for (const command of commands) execFileSync("sh", ["-c", command.replaceAll(initFile, file)]);
  if (content === undefined) {
    await expect(readFile(file)).rejects.toThrow("ENOENT");
    return [];
  }
  const documents = loadAll(await readFile(file, "utf8")) as readonly { kind: string }[];
  return documents.filter(({ kind }) => kind === "KubeProxyConfiguration");
}
