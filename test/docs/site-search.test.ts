import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { patienceMs } from "@capstan/harness/patience";
import { describe, expect, test } from "vitest";
import { output } from "../../build/site/places.ts";
import type { Page } from "playwright-core";
import { noBrowser, openBrowser, unlessBrowser } from "../e2e/page/browser.ts";

const isBuilt = existsSync(path.join(output, "index.html"));
const unlessBuilt = isBuilt ? "" : " (skipped: `npm run docs` has not built the site)";

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** Serves the built site as any static file server does. */
async function serveSite(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    const file = path.join(output, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    readFile(file).then(
      (body) => response.setHeader("content-type", types[path.extname(file)] ?? "application/octet-stream").end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens the search with its key, which works only after the page's scripts have run; previous input is selected. */
async function openSearch(page: Page): Promise<void> {
  const search = page.locator("input[type=search]");
  const isOpen = () =>
    search.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
  do await page.keyboard.press("/");
  while (!(await isOpen()));
  await page.keyboard.press("Control+A");
}

describe.runIf(isBuilt && noBrowser === undefined)(`the search of the site${unlessBuilt}${unlessBrowser}`, () => {
  test("finds pages by a word in them, using only the keyboard, and opens one", async () => {
    await using site = await serveSite();
    await using browser = await openBrowser();
    const page = await browser.newPage();
    page.setDefaultTimeout(patienceMs);
    await page.goto(`${site.url}/contents.html`, { waitUntil: "networkidle" });

    await openSearch(page);
    await page.keyboard.type("allowedNamespaces");
    await page.locator(".result").first().waitFor();
    expect(await page.locator(".results").innerText()).toContain("Kinds of a provider's own");
    await page.keyboard.press("Enter");

    await page.waitForURL((url) => !url.pathname.endsWith("/contents.html") && url.hash !== "");
    await page.locator("main").getByText("allowedNamespaces").first().waitFor();
  });
});
