import { running, tool } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

const declarations = running("build/all-declarations.ts");

export const build: Family = {
  name: "build",
  does: "Builds what is published.",
  byDefault: "all",
  members: [
    {
      name: "all",
      does: "dist/ of every package, with its type declarations",
      after: [tool("npm", "run", "build", "--workspaces", "--if-present")],
      runs: declarations,
    },
    { name: "images", does: "dist-images/: what images are built from", runs: running("build/images/main.ts") },
    { name: "types", does: "the type declarations alone", runs: declarations },
  ],
};
