import { describe, expect, test } from "vitest";
import { type KubeadmConfigSpec, renderControlPlaneJoin } from "../../src/index.ts";
import { fileOf } from "../cloud-config.ts";
import { everything } from "../everything.ts";
import { assets, validateWithKubeadm } from "../kubeadm.ts";
import { discovery, init, joinWorker, noSetup } from "./rendered.ts";

describe.runIf(assets !== undefined)("the reference kubeadm accepts", () => {
  const external: KubeadmConfigSpec = {
    clusterConfiguration: {
      etcd: { external: { endpoints: ["https://etcd:2379"], caFile: "/a", certFile: "/b", keyFile: "/c" } },
    },
    joinConfiguration: {
      discovery: {
        file: { kubeConfigPath: "https://discovery.example/kubeconfig" },
        tlsBootstrapToken: "abcdef.0123456789abcdef",
      },
    },
  };
  test.each([
    ["init of an empty spec", init({}), "/run/kubeadm/kubeadm.yaml"],
    ["init of everything", init(everything), "/run/kubeadm/kubeadm.yaml"],
    ["init with an external etcd", init(external), "/run/kubeadm/kubeadm.yaml"],
    ["a worker's join", joinWorker({}), "/run/kubeadm/kubeadm-join-config.yaml"],
    ["a worker's join with everything", joinWorker(everything), "/run/kubeadm/kubeadm-join-config.yaml"],
    [
      "a join with a discovery file",
      joinWorker(external, { discovery: external.joinConfiguration?.discovery ?? {} }),
      "/run/kubeadm/kubeadm-join-config.yaml",
    ],
    [
      "a control-plane join",
      renderControlPlaneJoin({
        spec: everything,
        setup: noSetup,
        kubernetesVersion: "v1.36.0",
        discovery,
        certificates: [],
      }),
      "/run/kubeadm/kubeadm-join-config.yaml",
    ],
  ])("%s", async (_name, data, path) => {
    await expect(validateWithKubeadm(fileOf(data, path))).resolves.toBeUndefined();
  });
});
