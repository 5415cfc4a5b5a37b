/**
 * `npm run docs:page -- --only healthy`: the pictures of docs/page, of `capstan dev` as it runs, in light and in dark. Needs Chromium
 * and pngquant.
 */
import { execFile } from "node:child_process";
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { parseArgs, promisify } from "node:util";
import type { Browser } from "playwright-core";
import { DevProcess } from "../../e2e/dev/dev-process.ts";
import { DevProject } from "../../e2e/dev/dev-project.ts";
import { openBrowser } from "../../e2e/page/browser.ts";
import { ObjectsPage } from "../../e2e/page/objects-page.ts";
import { type Scene, scenes } from "./scenes.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: scenes.map(({ name }) => name).join() },
    width: { type: "string", default: "1440" },
    output: { type: "string", default: path.resolve(import.meta.dirname, "../../../docs/page") },
  },
});
const largestBytes = 150_000;
const viewport = { width: Number(values.width), height: 900 };

async function take(scene: Scene, browser: Browser): Promise<void> {
  await using project = await DevProject.create();
  await scene.prepare(project);
  await using dev = new DevProcess(project.folder, "--with", "kubeadm", "mock");
  const { page: url } = await dev.next("started");
  const page = await browser.newPage({ viewport });
  const objects = await ObjectsPage.open(page, String(url));
  await scene.reach(objects, project);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const file = path.join(values.output, `${scene.name}-${colorScheme}.png`);
    await page.screenshot({ path: file });
    await shrink(file);
  }
  await page.close();
}

/** A picture of a page has few colors: as a palette it takes a third. */
async function shrink(file: string): Promise<void> {
  await promisify(execFile)("pngquant", ["--force", "--speed=1", "--strip", "--output", file, "256", file]);
  const { size } = await stat(file);
  if (size > largestBytes) throw new Error(`${file} has ${size} bytes, more than ${largestBytes}.`);
}

await mkdir(values.output, { recursive: true });
await using browser = await openBrowser();
const wanted = values.only.split(",");
for (const scene of scenes.filter(({ name }) => wanted.includes(name))) {
  await take(scene, browser);
  process.stdout.write(`${scene.name}\n`);
}
