import { randomBytes } from "node:crypto";
import { Secret } from "@capstan/provider";
import { applyYAML, type ClusterHandle } from "@capstan/testkit";
import { describeOnRealNodes, type RealNodes } from "@capstan/testkit/real-nodes";
import { ShellConfig } from "./src/api/shell-config.ts";
import { ShellConfigReconciler } from "./src/reconcilers/shell-config/shell-config-reconciler.ts";

/** Creates a bootstrap token in the workload cluster. */
async function createToken(nodes: RealNodes, cluster: ClusterHandle): Promise<string> {
  const [id, secret] = [randomBytes(3).toString("hex"), randomBytes(8).toString("hex")];
  const manifest = `
apiVersion: v1
kind: Secret
metadata: { name: bootstrap-token-${id}, namespace: kube-system }
type: bootstrap.kubernetes.io/token
stringData:
  token-id: "${id}"
  token-secret: "${secret}"
  usage-bootstrap-authentication: "true"
  usage-bootstrap-signing: "true"
  auth-extra-groups: system:bootstrappers:kubeadm:default-node-token
`;
  await applyYAML(await nodes.workload(cluster), manifest);
  return `${id}.${secret}`;
}

/** The certificate of the Cluster's authority, in base64. */
async function authorityOf({ env }: RealNodes, { name, namespace }: ClusterHandle): Promise<string> {
  const { data } = await env.client.get(Secret, { namespace, name: `${name}-ca` });
  return data?.["tls.crt"] ?? "";
}

describeOnRealNodes({
  name: "a ShellConfig that runs kubeadm",
  definition: ShellConfig,
  reconcilers: () => [new ShellConfigReconciler()],
  worker: async (nodes, cluster) => ({
    script: `kubeadm join "$CONTROL_PLANE_ENDPOINT" --node-name "$MACHINE_NAME" --ignore-preflight-errors=all \\
  --token ${await createToken(nodes, cluster)} --discovery-token-unsafe-skip-ca-verification`,
  }),
});

describeOnRealNodes({
  name: "a ShellConfig that starts a kubelet without kubeadm",
  definition: ShellConfig,
  reconcilers: () => [new ShellConfigReconciler()],
  worker: async (nodes, cluster) => ({
    script: `mkdir -p /etc/kubernetes/pki /var/lib/kubelet
echo ${await authorityOf(nodes, cluster)} | base64 -d > /etc/kubernetes/pki/ca.crt
cat > /etc/kubernetes/bootstrap-kubelet.conf <<EOF
apiVersion: v1
kind: Config
clusters: [{ name: c, cluster: { server: "https://$CONTROL_PLANE_ENDPOINT", certificate-authority: /etc/kubernetes/pki/ca.crt } }]
users: [{ name: u, user: { token: ${await createToken(nodes, cluster)} } }]
contexts: [{ name: x, context: { cluster: c, user: u } }]
current-context: x
EOF
cat > /var/lib/kubelet/config.yaml <<EOF
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: { x509: { clientCAFile: /etc/kubernetes/pki/ca.crt } }
cgroupDriver: systemd
clusterDomain: cluster.local
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
failSwapOn: false
rotateCertificates: true
EOF
echo "KUBELET_KUBEADM_ARGS=--hostname-override=$MACHINE_NAME" > /var/lib/kubelet/kubeadm-flags.env
systemctl restart kubelet`,
  }),
});
