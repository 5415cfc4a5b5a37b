import { reading, running, tool } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const release: Family = {
  name: "release",
  does: "Publishes a release.",
  byDefault: "publish",
  members: [
    {
      name: "publish",
      does: "publishes the built packages",
      runs: reading("build/release/publish.ts"),
    },
    {
      name: "version",
      does: "sets the versions from the changesets",
      after: [tool("changeset", "version")],
      runs: running("build/release/follow-versions.ts"),
    },
    {
      name: "dry-run",
      does: "runs the next release in a copy, without the upload",
      after: [tool("npm", "run", "build", "--silent")],
      runs: running("build/release/dry-run.ts"),
    },
  ],
};
