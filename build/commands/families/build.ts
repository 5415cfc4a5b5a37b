import { running } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

const declarations = running("build/all-declarations.ts");

export const build: Family = {
  name: "build",
  does: "Builds the published packages and images.",
  byDefault: "all",
  members: [
    {
      name: "all",
      does: "dist/ of every package, with its type declarations",
      after: [running("build/all-bundles.ts")],
      runs: declarations,
    },
    { name: "images", does: "dist-images/: the input of the image builds", runs: running("build/images/main.ts") },
    { name: "types", does: "only the type declarations", runs: declarations },
  ],
};
