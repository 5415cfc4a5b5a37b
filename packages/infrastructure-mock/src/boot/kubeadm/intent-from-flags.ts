import { BootProblem } from "../problem/boot-problem.ts";
import type { KubeadmArguments } from "./arguments.ts";
import { requirePhases } from "./phases.ts";
import {
  defaultAPIServerPort,
  defaultCertificatesDirectory,
  type Discovery,
  type KubeadmIntent,
  type NodeRegistration,
} from "./intent.ts";

/**
 * The intent of `kubeadm init` or `kubeadm join` with flags and without `--config`.
 *
 * @throws {@link BootProblem} kubeadm would refuse the flags.
 */
export function intentFromFlags(call: KubeadmArguments): KubeadmIntent {
  return call.command === "init" ? initFromFlags(call) : joinFromFlags(call);
}

function initFromFlags({ flags }: KubeadmArguments): KubeadmIntent {
  const value = (name: string) => flags.get(name)?.at(-1);
  const [controlPlaneEndpoint, kubernetesVersion] = [value("control-plane-endpoint"), value("kubernetes-version")];
  const token = value("token");
  const networking = {
    dnsDomain: value("service-dns-domain") ?? "cluster.local",
    serviceSubnet: value("service-cidr") ?? "10.96.0.0/12",
    ...(value("pod-network-cidr") === undefined ? {} : { podSubnet: value("pod-network-cidr") }),
  };
  return {
    command: "init",
    registration: registration(flags),
    ...(controlPlaneEndpoint === undefined ? {} : { controlPlaneEndpoint }),
    ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
    certificatesDirectory: value("cert-dir") ?? defaultCertificatesDirectory,
    externalEtcd: false,
    apiServerPort: apiServerPort(value("apiserver-bind-port")),
    ...phasesAndPatches("init", flags),
    clusterConfiguration: {
      apiVersion: "kubeadm.k8s.io/v1beta4",
      kind: "ClusterConfiguration",
      ...(kubernetesVersion === undefined ? {} : { kubernetesVersion }),
      ...(controlPlaneEndpoint === undefined ? {} : { controlPlaneEndpoint }),
      networking,
    },
    tokens:
      token === undefined
        ? []
        : [
            {
              token,
              usages: ["signing", "authentication"],
              groups: ["system:bootstrappers:kubeadm:default-node-token"],
            },
          ],
  };
}

function joinFromFlags({ flags, positional }: KubeadmArguments): KubeadmIntent {
  const value = (name: string) => flags.get(name)?.at(-1);
  if (positional.length > 1) {
    throw new BootProblem("KubeadmArgumentsInvalid", "kubeadm join accepts one endpoint, but has several arguments");
  }
  return {
    command: "join",
    registration: registration(flags),
    controlPlane: flags.has("control-plane") && value("control-plane") !== "false",
    apiServerPort: apiServerPort(value("apiserver-bind-port")),
    discovery: discovery(flags, positional[0] ?? ""),
    caCertPath: `${defaultCertificatesDirectory}/ca.crt`,
    ...phasesAndPatches("join", flags),
  };
}

function phasesAndPatches(command: "init" | "join", flags: KubeadmArguments["flags"]) {
  const skippedPhases = listed(flags, "skip-phases");
  requirePhases(command, skippedPhases);
  const patchesDirectory = flags.get("patches")?.at(-1);
  return { skippedPhases, ...(patchesDirectory === undefined ? {} : { patchesDirectory }) };
}

function listed(flags: KubeadmArguments["flags"], name: string): string[] {
  return (flags.get(name) ?? []).flatMap((values) => values.split(","));
}

function apiServerPort(flag: string | undefined): number {
  return flag === undefined ? defaultAPIServerPort : Number(flag);
}

function discovery(flags: KubeadmArguments["flags"], apiServerEndpoint: string): Discovery {
  const value = (name: string) => flags.get(name)?.at(-1);
  const file = value("discovery-file");
  const tlsBootstrapToken = value("tls-bootstrap-token") ?? value("token");
  if (file !== undefined) {
    return { type: "file", path: file, ...(tlsBootstrapToken === undefined ? {} : { tlsBootstrapToken }) };
  }
  const token = value("discovery-token") ?? value("token");
  if (token === undefined) {
    throw new BootProblem(
      "DiscoveryInvalid",
      "kubeadm join has none of --config, --token, --discovery-token, --discovery-file",
    );
  }
  const skips = value("discovery-token-unsafe-skip-ca-verification");
  return {
    type: "token",
    token,
    apiServerEndpoint,
    caCertHashes: (flags.get("discovery-token-ca-cert-hash") ?? []).flatMap((hashes) => hashes.split(",")),
    skipsVerification: skips !== undefined && skips !== "false",
    tlsBootstrapToken: tlsBootstrapToken ?? token,
  };
}

function registration(flags: KubeadmArguments["flags"]): NodeRegistration {
  const [name, criSocket] = [flags.get("node-name")?.at(-1), flags.get("cri-socket")?.at(-1)];
  return {
    ...(name === undefined ? {} : { name }),
    ...(criSocket === undefined ? {} : { criSocket }),
    ignoredPreflightErrors: listed(flags, "ignore-preflight-errors"),
    kubeletArguments: new Map(),
  };
}
