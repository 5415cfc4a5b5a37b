// npm run generate: the files of packages/apiserver with the initial state of a server, from a real one (KUBEBUILDER_ASSETS).
import { writeFileSync } from "node:fs";
import process from "node:process";
import { contentOf } from "./generated-file.ts";
import { generatedFiles } from "./generated-files.ts";

if (process.env.KUBEBUILDER_ASSETS === undefined) {
  const kept = generatedFiles.map(({ what }) => what).join(", ");
  process.stderr.write(`As they are stay ${kept}: they need KUBEBUILDER_ASSETS.\n`);
} else {
  for (const generated of generatedFiles) writeFileSync(generated.file, await contentOf(generated));
}
