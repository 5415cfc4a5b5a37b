import { reading } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const demo: Family = {
  name: "demo",
  does: "Brings a Cluster up from nothing, and deletes it again.",
  byDefault: "embedded",
  members: [
    {
      name: "embedded",
      does: "on the embedded API server, or one of a kubeconfig",
      runs: reading("packages/cli/src/main.ts", { first: ["demo"] }),
    },
    {
      name: "real",
      does: "on the etcd and kube-apiserver of KUBEBUILDER_ASSETS",
      runs: reading("test/e2e/demo-on-real-server.ts"),
    },
  ],
};
