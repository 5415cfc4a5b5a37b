// npm run docs -- recording: the picture of the demo in README.md, from the output of `npm run demo` on a terminal.
import { writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { animate, linesShown } from "./animate.ts";
import { framesOf } from "./frames.ts";
import { record } from "./record.ts";

const root = path.resolve(import.meta.dirname, "../..");
const size = { columns: 118, rows: 22 };
const recording = await record(`node --conditions=source ${path.join(root, "packages/cli/src/main.ts")} demo`, size);
// Before there is a Cluster, only one line is visible.
const frames = (await framesOf(recording, 200)).filter((frame) => linesShown(frame) > 1);
const picture = animate(frames, {
  title: "npm run demo: a Cluster comes up, and is deleted again",
  ...size,
  holdMs: 5_000,
});
const file = path.join(root, "docs/demo.svg");
writeFileSync(file, picture);
process.stdout.write(
  `${path.relative(root, file)}: ${frames.length} frames, ${Math.round(picture.length / 1024)} KiB\n`,
);
