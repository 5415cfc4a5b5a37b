import { patienceMs } from "@capstan/harness/patience";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ManyMachines } from "./many-machines.ts";
import { firstPaintMs, medianAndWorst, updatesMs } from "./measure.ts";
import { noBrowser, openBrowser, unlessBrowser } from "./browser.ts";

/** The bounds are generous, for busy machines; `npm run bench -- page` measures. */
const bounds = { paintMs: 4_000, updateMs: 500 };

describe.skipIf(noBrowser !== undefined)(`the page with 2,000 Machines${unlessBrowser}`, () => {
  let many: ManyMachines;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    many = await ManyMachines.start(2_000);
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    page.setDefaultTimeout(patienceMs);
    await firstPaintMs(page, many.url);
  });
  afterAll(async () => {
    await browser.close();
    await many[Symbol.asyncDispose]();
  });

  test("paints its rows quickly, and has only the visible rows in the document", async () => {
    expect(await firstPaintMs(page, many.url)).toBeLessThan(bounds.paintMs);
    await page.getByText("2000 of 2000 Machines Running").waitFor();
    expect(Number(await page.getByRole("treegrid").getAttribute("aria-rowcount"))).toBeGreaterThan(2_000);
    expect(await page.getByRole("treegrid").getByRole("row").count()).toBeLessThan(80);
  });

  test("shows a change quickly", async () => {
    expect(medianAndWorst(await updatesMs(page, many, 20)).medianMs).toBeLessThan(bounds.updateMs);
  });

  test("jumps to the last Machine with one key, and to any by its name", async () => {
    await page.getByRole("treegrid").focus();
    await page.keyboard.press("End");
    await page.getByText("w-1999", { exact: true }).waitFor();
    await page.keyboard.press("Home");
    await page.keyboard.type("w-1234");
    await page.getByText("w-1234", { exact: true }).waitFor();
  });
});
