import { reading, running, testing } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const compare: Family = {
  name: "compare",
  does: "Runs Capstan and the original on the same input, and compares the results.",
  members: [
    {
      name: "rules",
      does: "validation rules in CEL, with kube-apiserver",
      runs: testing(["test/differential/rules"], { CAPSTAN_RULES: "3000" }),
    },
    {
      name: "definitions",
      does: "generated objects of real CRDs, with kube-apiserver",
      runs: reading("test/differential/definitions/run.ts"),
    },
    {
      name: "selectors",
      does: "label and field selectors, with kube-apiserver",
      runs: testing(["test/differential/selectors/differential.test.ts"], { CAPSTAN_SELECTORS: "10000" }),
    },
    {
      name: "data",
      does: "records the bootstrap data of the Go packages",
      runs: running("test/differential/kubeadm/go-data/write.ts"),
    },
    {
      name: "templates",
      does: "generated templates, with Go's text/template",
      runs: reading("test/differential/templates/run.ts"),
    },
    {
      name: "yaml",
      does: "generated YAML, with sigs.k8s.io/yaml",
      runs: reading("test/differential/yaml/run.ts"),
    },
    {
      name: "kubeadm",
      does: "the kubeadm bootstrap provider, with the Go manager",
      runs: reading("test/differential/kubeadm/run-differential.ts"),
    },
    {
      name: "upstream-crds",
      does: "tests, with the CRDs of Cluster API itself",
      runs: reading("test/interop/upstream-crds/run.ts"),
    },
    {
      name: "conformance",
      does: "the conformance suite, on kube-apiserver",
      runs: testing(["packages/testkit/test/conformance/reference-providers.test.ts"], { CAPSTAN_CONFORMANCE: "real" }),
    },
    {
      name: "cloud-init",
      does: "boots from bootstrap data, with the real cloud-init",
      runs: testing(["packages/bootstrap-kubeadm/test/boot"], { CAPSTAN_BOOT: "cloud-init" }),
    },
    {
      name: "real-nodes",
      does: "machines of the mock, with those of a node image in containers",
      runs: testing(["test/real-nodes/mock.test.ts", "test/real-nodes/real-nodes.test.ts"]),
    },
    {
      name: "versions",
      does: "reference providers, under versions of the core and Kubernetes",
      runs: reading("test/interop/versions/run.ts"),
    },
    {
      name: "bundles",
      does: "findings of capstan check, with human verdicts",
      runs: reading("test/bundles/run.ts"),
    },
  ],
};
