import { patienceMs } from "@capstan/harness/patience";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { story } from "@capstan/harness/scenes";
import { DemoProcess } from "../demo-process.ts";
import { violationsOf } from "./accessibility.ts";
import { noBrowser, openBrowser, unlessBrowser } from "./browser.ts";
import { ObjectsPage } from "./objects-page.ts";

const machines = ["quickstart-control-plane-0", "quickstart-worker-0", "quickstart-worker-1"];

describe.skipIf(noBrowser !== undefined)(`the page of capstan demo${unlessBrowser}`, () => {
  const step = story();
  let demo: DemoProcess;
  let browser: Browser;
  let objects: ObjectsPage;
  /** Errors that the page itself threw. */
  const problems: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    page.setDefaultTimeout(patienceMs);
    page.on("pageerror", (error) => problems.push(String(error)));
    demo = new DemoProcess("--control-planes", "1", "--workers", "2", "--idle-seconds", "0", "--page", "--json");
    objects = await ObjectsPage.open(page, await demo.pageUrl());
  });
  afterAll(async () => {
    await browser.close();
    demo.child.kill("SIGINT");
    await demo.end();
  });

  step("shows the Cluster and its Machines as they come up, until all are Running", async () => {
    await objects.page.getByRole("heading", { name: /^capstan demo/ }).waitFor();
    await objects.row("Cluster", "quickstart").waitFor();
    for (const name of machines) {
      await objects.row("Machine", name).getByText("Running", { exact: true }).waitFor();
    }
    await objects.page.getByText("3 of 3 Machines Running").waitFor();
  });

  step("shows how the Machines came to be Running, and what belongs to each", async () => {
    await objects.openByKeys("Cluster", "quickstart");
    await objects.pressOn(/^Now$/, "ArrowRight");
    await objects.details.getByText(/3 of 3 have been Running/).waitFor();
    const strips = objects.details.getByRole("img", { name: /Running since/ });
    await expect.poll(() => strips.count()).toBe(machines.length);
    for (const kind of ["MockMachine", "KubeadmConfig"]) await objects.openByKeys(kind, "quickstart-worker-1");
  });

  step("has the faults of the demo's managers, and no provider that an author would look at", async () => {
    await objects.page.getByRole("banner").getByRole("button", { name: "Inject a fault…" }).click();
    const dialog = objects.page.getByRole("dialog", { name: "Inject a fault" });
    await dialog.getByRole("button", { name: "Inject: Writes of the managers fail" }).waitFor();
    expect(await violationsOf(objects.page)).toEqual([]);
    await objects.closeDialog();
    expect(await objects.page.getByRole("tab", { name: "Provider" }).count()).toBe(0);
  });

  step(
    "stays up when the demo is over, shows that its server is gone after Ctrl-C, and has thrown nothing",
    async () => {
      await demo.prints(/"machines":/);
      await objects.page.locator(".connection-connected").waitFor();
      demo.child.kill("SIGINT");
      expect((await demo.end()).status).toBe(0);
      await objects.page.getByText("not connected; trying again").waitFor();
      expect(problems).toEqual([]);
    },
  );
});
