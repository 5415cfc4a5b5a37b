import { dump } from "js-yaml";
import { caCertHash, certificateFiles, type ClusterCertificates } from "./certificates.ts";

export const token = { id: "abcdef", secret: "0123456789abcdef" };
export const tokenText = `${token.id}.${token.secret}`;
const sentinel = "echo success > /run/cluster-api/bootstrap-success.complete";

type Documents = Readonly<Record<string, unknown>>;

export interface InitOptions {
  readonly endpoint: string;
  readonly certificates: ClusterCertificates;
  readonly cluster?: Documents;
  readonly init?: Documents;
  readonly command?: string;
  /** Files to omit or to replace, by their path below /etc/kubernetes/pki. */
  readonly files?: Readonly<Record<string, string | undefined>>;
  readonly apiVersion?: string;
}

/** Bootstrap data in the form of the kubeadm bootstrap provider, for the machine that initializes the control plane. */
export function initData(options: InitOptions): string {
  const apiVersion = options.apiVersion ?? "kubeadm.k8s.io/v1beta4";
  return cloudConfig(
    [
      ...pki(options.certificates, options.files),
      kubeadmFile("/run/kubeadm/kubeadm.yaml", [
        {
          apiVersion,
          kind: "ClusterConfiguration",
          clusterName: "c1",
          controlPlaneEndpoint: options.endpoint,
          kubernetesVersion: "v1.36.0",
          networking: { podSubnet: "192.168.0.0/16" },
          ...options.cluster,
        },
        {
          apiVersion,
          kind: "InitConfiguration",
          localAPIEndpoint: {},
          nodeRegistration: { taints: null },
          ...options.init,
        },
      ]),
    ],
    [options.command ?? `kubeadm init --config /run/kubeadm/kubeadm.yaml  && ${sentinel}`],
  );
}

export interface JoinOptions {
  readonly endpoint: string;
  /** The cluster's certificates; the CA hash is computed from them. */
  readonly certificates: ClusterCertificates;
  readonly token?: string;
  readonly bootstrapToken?: Documents;
  readonly join?: Documents;
  readonly command?: string;
  readonly apiVersion?: string;
  /** For a control-plane machine: its certificates. */
  readonly controlPlane?: ClusterCertificates;
  readonly files?: readonly object[];
}

/** Bootstrap data in the form of the kubeadm bootstrap provider, for a machine that joins. */
export function joinData(options: JoinOptions): string {
  return cloudConfig(
    [
      ...(options.controlPlane === undefined ? [] : pki(options.controlPlane, {})),
      ...(options.files ?? []),
      kubeadmFile("/run/kubeadm/kubeadm-join-config.yaml", [
        {
          apiVersion: options.apiVersion ?? "kubeadm.k8s.io/v1beta4",
          kind: "JoinConfiguration",
          ...(options.controlPlane === undefined ? {} : { controlPlane: { localAPIEndpoint: {} } }),
          discovery: {
            bootstrapToken: {
              apiServerEndpoint: options.endpoint,
              caCertHashes: [caCertHash(options.certificates.ca.certificate)],
              token: options.token ?? tokenText,
              ...options.bootstrapToken,
            },
          },
          nodeRegistration: { name: "{{ ds.meta_data.local_hostname }}", taints: [] },
          ...options.join,
        },
      ]),
    ],
    [options.command ?? `kubeadm join --config /run/kubeadm/kubeadm-join-config.yaml  && ${sentinel}`],
  );
}

export function cloudConfig(files: readonly object[], commands: readonly unknown[]): string {
  return `## template: jinja\n#cloud-config\n\n${dump({ write_files: files, runcmd: commands }, { lineWidth: -1 })}`;
}

function kubeadmFile(path: string, documents: readonly object[]): object {
  const content = documents.map((document) => `---\n${dump(document)}`).join("");
  return { path, owner: "root:root", permissions: "0640", content };
}

function pki(certificates: ClusterCertificates, files: InitOptions["files"] = {}): object[] {
  return [...certificateFiles(certificates)].flatMap(([name, text]) => {
    const content = name in files ? files[name] : text;
    return content === undefined
      ? []
      : [{ path: `/etc/kubernetes/pki/${name}`, owner: "root:root", permissions: "0600", content }];
  });
}
