import { reading, running } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const packages: Family = {
  name: "packages",
  does: "Checks the packages as they are published.",
  members: [
    {
      name: "check",
      does: "publint, are-the-types-wrong, manifests and files",
      runs: running("test/publishing/check-packages.ts"),
    },
    {
      name: "smoke",
      does: "builds a provider on the packed packages",
      runs: running("test/publishing/smoke.ts"),
    },
    {
      name: "api",
      does: "compares the public API with the reports in api/",
      after: [running("build/all-declarations.ts")],
      runs: reading("test/publishing/api-reports.ts"),
    },
  ],
};
