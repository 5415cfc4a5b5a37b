import type { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import type { CorpusCase } from "./corpus-case.ts";

type Registration = NonNullable<NonNullable<KubeadmConfigSpec["joinConfiguration"]>["nodeRegistration"]>;

function registered(nodeRegistration: Registration): KubeadmConfigSpec {
  return { joinConfiguration: { nodeRegistration } };
}

function kubelet(name: string, value: string): KubeadmConfigSpec {
  return registered({ kubeletExtraArgs: [{ name, value }] });
}

const longName = `${"a".repeat(60)}.example`;
const name = "{{ ds.meta_data.local_hostname }}";

export const node: readonly CorpusCase[] = [
  {
    name: "labels that a kubelet may set",
    spec: kubelet("node-labels", "example.com/a=b,topology.kubernetes.io/zone=z1,node.kubernetes.io/pool=p"),
    expected: "joins",
  },
  {
    name: "a label that a kubelet may not set",
    spec: kubelet("node-labels", "node-role.kubernetes.io/worker="),
    expected: "NodeLabelsForbidden",
  },
  {
    name: "a label whose value is not one",
    spec: kubelet("node-labels", "example.com/a=not~a~value"),
    expected: "KubeletArgumentsInvalid",
  },
  {
    name: "taints",
    spec: registered({ taints: [{ key: "example.com/a", value: "b", effect: "NoSchedule" }] }),
    expected: "joins",
  },
  {
    name: "a taint with an effect that does not exist",
    spec: registered({ taints: [{ key: "example.com/a", effect: "Sometimes" }] }),
    expected: "KubeletArgumentsInvalid",
  },
  { name: "a kubelet argument that exists", spec: kubelet("max-pods", "42"), expected: "joins" },
  {
    name: "a kubelet argument that does not exist",
    spec: kubelet("no-such-argument", "1"),
    expected: "KubeletArgumentsInvalid",
  },
  {
    name: "a kubelet argument whose value is of another type",
    spec: kubelet("max-pods", "many"),
    expected: "KubeletArgumentsInvalid",
  },
  {
    name: "a providerID",
    spec: kubelet("provider-id", "docker:////corpus"),
    expected: "joins",
  },
  { name: "a name from the instance data", spec: registered({ name }), expected: "joins" },
  {
    name: "a name from instance data that is missing",
    spec: registered({ name: "{{ ds.meta_data.no_such_key }}" }),
    expected: "NodeNameInvalid",
  },
  { name: "a name with an underscore", spec: registered({ name: "not_a_name" }), expected: "NodeNameInvalid" },
  {
    name: "a name with capitals",
    spec: registered({ name: "Corpus-Capitals" }),
    expected: "joins",
    node: "corpus-capitals",
  },
  { name: "a name with dots", spec: registered({ name: "a.b-c.example" }), expected: "joins", node: "a.b-c.example" },
  { name: "a name of 68 characters", spec: registered({ name: longName }), expected: "NodeNameInvalid" },
  {
    name: "a hostname of 63 characters",
    spec: {},
    hostname: "h".repeat(63),
    expected: "joins",
  },
  {
    name: "a name that another Node has",
    spec: ({ takenName }) => registered({ name: takenName }),
    expected: "NodeNameTaken",
  },
  {
    name: "a container runtime at another socket",
    spec: registered({ criSocket: "unix:///run/no-such-runtime.sock" }),
    expected: "KubeadmPreflightFailed",
  },
];
