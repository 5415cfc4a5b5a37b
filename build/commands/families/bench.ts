import { reading, running, tool } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const bench: Family = {
  name: "bench",
  does: "Measures performance, and prints the figures.",
  byDefault: "machines",
  members: [
    {
      name: "machines",
      does: "Clusters with many Machines",
      after: [tool("npm", "run", "build", "--workspaces", "--if-present", "--silent")],
      runs: reading("test/load/machines/bench.ts"),
    },
    {
      name: "images",
      does: "startup time and memory of the images' programs",
      after: [running("build/images/main.ts")],
      runs: reading("test/load/images.ts"),
    },
    {
      name: "kubeadm",
      does: "bootstrap data, compared with the Go kubeadm manager",
      runs: reading("test/load/kubeadm-data/bench.ts"),
    },
    {
      name: "apiserver",
      does: "the embedded API server, compared with kube-apiserver",
      after: [tool("npm", "run", "build", "-w", "@capstan/kube", "-w", "@capstan/apiserver", "--silent")],
      runs: reading("test/load/apiserver/bench.ts"),
    },
    {
      name: "access",
      does: "what authorization adds to the cost of a write",
      runs: running("test/load/access/writes.ts"),
    },
    {
      name: "environment",
      does: "starts and ends of test environments",
      runs: reading("test/load/environment-start.ts"),
    },
    {
      name: "dev",
      does: "capstan dev, from a saved file to its effect",
      runs: reading("test/load/save-to-effect.ts"),
    },
    {
      name: "page-server",
      does: "updates that the web page's server sends",
      runs: reading("test/load/page/updates.ts"),
    },
    {
      name: "page",
      does: "the web page with many Machines, in a browser",
      runs: reading("test/load/page/bench.ts"),
    },
    {
      name: "tenants",
      does: "a Cluster, next to tenants who take a lot",
      runs: reading("test/load/tenants.ts"),
    },
    {
      name: "clients",
      does: "caches and faults, compared with other clients",
      runs: reading("test/load/clients/bench.ts"),
    },
  ],
};
