import { existsSync } from "node:fs";
import process from "node:process";
import { type Browser, chromium } from "playwright-core";

const usual = ["chromium", "chromium-browser", "google-chrome"].map((name) => `/usr/bin/${name}`);
const candidates = process.env.CAPSTAN_CHROMIUM === undefined ? usual : [process.env.CAPSTAN_CHROMIUM];
const executablePath = candidates.find((file) => existsSync(file));

/** Why pages cannot be opened on this machine; undefined if they can. */
export const noBrowser = executablePath === undefined ? `there is no ${candidates.join(", ")}` : undefined;

/** A suffix for the titles of tests that are then skipped. */
export const unlessBrowser = noBrowser === undefined ? "" : ` (skipped: ${noBrowser})`;

const flags = [
  ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync"],
];

/** Starts a browser with a temporary profile, and optional further flags. @throws Error - no browser is installed. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  if (executablePath === undefined) {
    throw new Error(`There is no ${candidates.join(", ")}; install Chromium, or name it in CAPSTAN_CHROMIUM.`);
  }
  return chromium.launch({ executablePath, headless: true, chromiumSandbox: false, args: [...flags, ...more] });
}
