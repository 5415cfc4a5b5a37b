// npm run docs -- page
import { execFile } from "node:child_process";
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { patienceMs } from "@capstan/harness/patience";
import { list, oneOf, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import type { Browser } from "playwright-core";
import { DevProcess } from "../../e2e/dev/dev-process.ts";
import { DevProject } from "../../e2e/dev/dev-project.ts";
import { openBrowser } from "../../e2e/page/browser.ts";
import { ObjectsPage } from "../../e2e/page/objects-page.ts";
import { type Scene, scenes } from "./scenes.ts";

const names = scenes.map(({ name }) => name);
const command = script(
  "Takes the pictures in docs/page: a running `capstan dev`, in light and dark mode.",
  "Needs Chromium and pngquant.",
)
  .option("--only <scenes>", `scenes, of ${names.join(", ")}, separated by commas`, list(oneOf(names)), names)
  .option("--width <pixels>", "width of the window", wholeNumber(1), 1440)
  .option("--output <folder>", "output folder", path.resolve(import.meta.dirname, "../../../docs/page"));
const flags = optionsOf(command);

const largestBytes = 150_000;
const viewport = { width: flags.width, height: 900 };

async function take(scene: Scene, browser: Browser): Promise<void> {
  await using project = await DevProject.create();
  await scene.prepare(project);
  await using dev = new DevProcess(project.folder, "--with", "kubeadm", "mock");
  const { page: url } = await dev.next("started");
  const page = await browser.newPage({ viewport });
  page.setDefaultTimeout(patienceMs);
  const objects = await ObjectsPage.open(page, String(url));
  await scene.reach(objects, project);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const file = path.join(flags.output, `${scene.name}-${colorScheme}.png`);
    await page.screenshot({ path: file });
    await shrink(file);
  }
  await page.close();
}

/** A picture of a page has few colors, so a palette reduces its size to a third. */
async function shrink(file: string): Promise<void> {
  await promisify(execFile)("pngquant", ["--force", "--speed=1", "--strip", "--output", file, "256", file]);
  const { size } = await stat(file);
  if (size > largestBytes) throw new Error(`${file} has ${size} bytes, more than ${largestBytes}.`);
}

await mkdir(flags.output, { recursive: true });
await using browser = await openBrowser();
for (const scene of scenes.filter(({ name }) => flags.only.includes(name))) {
  await take(scene, browser);
  process.stdout.write(`${scene.name}\n`);
}
