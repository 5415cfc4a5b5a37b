/** `npm run build -- images`: a folder in `dist-images` for each image: `docker build dist-images/capstan-core`. */
import path from "node:path";
import process from "node:process";
import { buildImage } from "./build-image.ts";
import { imagePrograms } from "./programs.ts";

const root = path.resolve(import.meta.dirname, "../..");

for (const program of imagePrograms) {
  const folder = path.join(root, "dist-images", program.name);
  await buildImage(program, folder);
  process.stdout.write(`${path.relative(root, folder)}\n`);
}
