import { reading } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const hostile: Family = {
  name: "hostile",
  does: "Generates thousands of attacks at random.",
  members: [
    {
      name: "conversions",
      does: "objects of tenants, converted between all versions",
      runs: reading("test/hostile/conversions/run.ts"),
    },
    {
      name: "api-server",
      does: "requests to the embedded API server",
      runs: reading("test/hostile/api-server/run.ts"),
    },
    {
      name: "tenants",
      does: "writes of tenants, alongside an undisturbed Cluster",
      runs: reading("test/hostile/drawn/run.ts"),
    },
  ],
};
