import { reading } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const soak: Family = {
  name: "soak",
  does: "Runs managers and caches under load and faults for minutes.",
  byDefault: "machines",
  members: [
    {
      name: "machines",
      does: "seeded runs with failing requests and killed managers",
      runs: reading("test/load/machines/soak.ts"),
    },
    {
      name: "leadership",
      does: "a paused and disconnected leader, on kube-apiserver",
      runs: reading("test/load/leadership/soak.ts"),
    },
    {
      name: "cache",
      does: "a cache that is disconnected repeatedly",
      runs: reading("test/load/cache/soak.ts", { flags: ["--expose-gc"] }),
    },
  ],
};
