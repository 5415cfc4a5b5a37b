import { reading } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const demo: Family = {
  name: "demo",
  does: "Creates a Cluster, waits for its Machines, and deletes it.",
  byDefault: "embedded",
  members: [
    {
      name: "embedded",
      does: "on the embedded API server, or that of a kubeconfig",
      runs: reading("packages/cli/src/main.ts", { first: ["demo"] }),
    },
    {
      name: "real",
      does: "on the etcd and kube-apiserver of KUBEBUILDER_ASSETS",
      runs: reading("test/e2e/demo-on-real-server.ts"),
    },
  ],
};
