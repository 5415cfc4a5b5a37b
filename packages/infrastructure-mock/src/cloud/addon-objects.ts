import { ConfigMap } from "@capstan/provider";
import { statedText, type UploadedClusterConfiguration } from "../boot/kubeadm/cluster-configuration.ts";
import { imageTag } from "./images.ts";
import {
  DaemonSet,
  Deployment,
  type KindAndObject,
  manifest,
  Service,
  ServiceAccount,
  systemNamespace,
} from "./workload-kinds.ts";

/** The CoreDNS version of the kubeadm of Kubernetes 1.36. */
const coreDNSTag = "v1.14.2";

/** The addons that `kubeadm init` installs, except those whose phase is skipped. They do not run here. */
export function addonObjects(
  configuration: UploadedClusterConfiguration,
  skippedPhases: readonly string[],
): readonly KindAndObject[] {
  const isSkipped = (addon: string) => ["addon", `addon/${addon}`].some((phase) => skippedPhases.includes(phase));
  return [
    ...(isSkipped("kube-proxy") ? [] : kubeProxy(configuration)),
    ...(isSkipped("coredns") ? [] : coreDNS(configuration)),
  ];
}

function kubeProxy({ imageRepository, kubernetesVersion }: UploadedClusterConfiguration): KindAndObject[] {
  const labels = { "k8s-app": "kube-proxy" };
  const container = {
    name: "kube-proxy",
    image: `${imageRepository}/kube-proxy:${imageTag(kubernetesVersion)}`,
    command: ["/usr/local/bin/kube-proxy", "--config=/var/lib/kube-proxy/config.conf"],
  };
  return [
    manifest(ServiceAccount, "kube-proxy", {}),
    manifest(DaemonSet, "kube-proxy", {
      metadata: { labels },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [container], hostNetwork: true, serviceAccountName: "kube-proxy" },
        },
      },
    }),
  ];
}

function coreDNS(configuration: UploadedClusterConfiguration): KindAndObject[] {
  const labels = { "k8s-app": "kube-dns" };
  const volume = {
    name: "config-volume",
    configMap: { name: "coredns", items: [{ key: "Corefile", path: "Corefile" }] },
  };
  const container = {
    name: "coredns",
    image: coreDNSImage(configuration),
    args: ["-conf", "/etc/coredns/Corefile"],
    volumeMounts: [{ name: "config-volume", mountPath: "/etc/coredns", readOnly: true }],
  };
  return [
    manifest(ServiceAccount, "coredns", {}),
    {
      kind: ConfigMap,
      object: {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { namespace: systemNamespace, name: "coredns" },
        data: { Corefile: corefile(configuration.dnsDomain) },
      } as ConfigMap,
    },
    manifest(Service, "kube-dns", {
      metadata: { labels: { ...labels, "kubernetes.io/cluster-service": "true", "kubernetes.io/name": "CoreDNS" } },
      spec: {
        selector: labels,
        ports: [
          { name: "dns", port: 53, protocol: "UDP" },
          { name: "dns-tcp", port: 53, protocol: "TCP" },
        ],
      },
    }),
    manifest(Deployment, "coredns", {
      metadata: { labels },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [container], serviceAccountName: "coredns", volumes: [volume] },
        },
      },
    }),
  ];
}

// The registry of Kubernetes has the image in a subfolder.
function coreDNSImage({ dns, imageRepository }: UploadedClusterConfiguration): string {
  const inRegistry = imageRepository === "registry.k8s.io" ? `${imageRepository}/coredns` : imageRepository;
  return `${statedText(dns, "imageRepository") ?? inRegistry}/coredns:${statedText(dns, "imageTag") ?? coreDNSTag}`;
}

function corefile(dnsDomain: string): string {
  return `.:53 {
    errors
    health
    ready
    kubernetes ${dnsDomain} in-addr.arpa ip6.arpa
    forward . /etc/resolv.conf
    cache 30
    loop
    reload
    loadbalance
}
`;
}
