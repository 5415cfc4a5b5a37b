import { cpSync } from "node:fs";
import path from "node:path";
import { patienceMs } from "@capstan/harness/patience";
import { Machine } from "@capstan/contract";
import { story } from "@capstan/harness/scenes";
import { type Client, createClient } from "@capstan/runtime";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { DevProcess } from "../dev/dev-process.ts";
import { DevProject } from "../dev/dev-project.ts";
import { violationsOf } from "./accessibility.ts";
import { CuttableConnection } from "./cuttable-connection.ts";
import { noBrowser, openBrowser, unlessBrowser } from "./browser.ts";
import { ObjectsPage } from "./objects-page.ts";

const quickstart = path.resolve(import.meta.dirname, "../../../examples/quickstart");
const waiting = "return this.outcome.pending";
const throwing = `const zone = { name: undefined };
    if (zone.name === undefined) throw new TypeError("the zone of " + object.metadata.name + " has no name");
    return this.outcome.pending`;

/** In the browser: presses keys in one turn of its event loop. */
function quickly(keys: readonly string[]): string {
  const press = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))";
  return `for (const key of ${JSON.stringify(keys)}) ${press}`;
}

describe.skipIf(noBrowser !== undefined)(`the page of capstan dev${unlessBrowser}`, () => {
  const step = story();
  let project: DevProject;
  let dev: DevProcess;
  let browser: Browser;
  let objects: ObjectsPage;
  let connection: CuttableConnection | undefined;
  let client: Client | undefined;
  /** Failed requests, and errors that the page itself threw. */
  const problems: string[] = [];

  beforeAll(async () => {
    project = await DevProject.create();
    cpSync(quickstart, path.join(project.folder, "dev"), { recursive: true });
    dev = new DevProcess(project.folder, "--with", "kubeadm", "mock");
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await connection?.[Symbol.asyncDispose]();
    await client?.close();
    await dev[Symbol.asyncDispose]();
    await project[Symbol.asyncDispose]();
  });

  step("shows Machines as they come up, and when all of a Cluster are Running", async () => {
    const started = await dev.next("started");
    const url = new URL(String(started.page));
    connection = await CuttableConnection.to(Number(url.port));
    url.port = String(connection.port);
    client = createClient({ kubeconfig: { path: String(started.kubeconfig) }, userAgent: "test/1" });
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    page.setDefaultTimeout(patienceMs);
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    objects = await ObjectsPage.open(page, url.href);
    for (const name of ["quickstart-control-plane-0", "quickstart-worker-2"]) {
      await objects.row("Machine", name).getByText("Running", { exact: true }).waitFor();
    }
    await page.getByText("6 of 7 Machines Running").waitFor();
    // and the Machine of the author's provider reports its wait
    await objects
      .row("Machine", "m1")
      .getByText(/infrastructure/)
      .waitFor();
  });

  step("goes through the tree by keys: filter, fold, letters, open, close", async () => {
    const { page, filter, details } = objects;
    await page.keyboard.press("/");
    await page.keyboard.type("not running");
    await expect.poll(() => objects.row("Machine", "quickstart-worker-0").count()).toBe(0);
    expect(await objects.row("Machine", "m1").count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await filter.inputValue()).toBe("");

    await page.keyboard.press("Home");
    await page.keyboard.type("quickstart-worker-1");
    await expect.poll(() => objects.current()).toBe("Machine quickstart-worker-1");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => objects.current()).toBe("KubeadmConfig quickstart-worker-1");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    expect(await objects.row("KubeadmConfig", "quickstart-worker-1").count()).toBe(0);

    await page.keyboard.press("Enter");
    await details.getByRole("heading", { name: "quickstart-worker-1" }).waitFor();
    await expect.poll(() => details.getByText(/^Provisioned/).count()).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    expect(await details.count()).toBe(0);
    expect(await page.evaluate("document.activeElement?.id")).toBe("tree");

    // input in the filter replaces the current filter
    for (const name of ["quickstart-worker-0", "m1"]) {
      await page.keyboard.press("/");
      await page.keyboard.type(name);
      await expect.poll(() => filter.inputValue()).toBe(name);
      await page.keyboard.press("Enter");
    }
    await page.keyboard.press("Escape");
    await expect.poll(() => filter.inputValue()).toBe("");

    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await objects.closeDialog();

    // keys that arrive before the effect of the last one is drawn apply to the new position
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    const second = await objects.current();
    await page.keyboard.press("Home");
    await expect.poll(() => objects.current()).not.toBe(second);
    await page.evaluate(quickly(["ArrowDown", "Enter"]));
    await details.getByRole("heading", { name: second }).waitFor();
    await page.keyboard.press("Escape");
  });

  step("shows the phases of a Cluster's Machines on one time axis, and in words", async () => {
    await objects.openByKeys("Cluster", "quickstart");
    await objects.pressOn(/^Now$/, "ArrowRight");
    await objects.details.getByText(/6 of 6 have been Running/).waitFor();
    const strip = objects.details.getByRole("img", { name: /^Pending .* Running since/ });
    await strip.first().waitFor();
  });

  step("pauses and resumes an object by keys", async () => {
    await objects.openByKeys("Machine", "quickstart-worker-0");
    await objects.pressOn(/^Pause$/);
    await objects.details.getByText("paused", { exact: true }).first().waitFor();
    await objects.pressOn(/^Resume$/);
    await objects.details.getByRole("button", { name: "Pause" }).waitFor();
  });

  step("shows YAML with who manages each field, saves what is edited, and says why not", async () => {
    await objects.openByKeys("HelloMachine", "m1");
    await objects.pressOn(/^Now$/, "End");
    const line = objects.details.locator(".yaml-line", { hasText: "size: small" });
    await line.getByText("capstan-dev").waitFor();
    const edit = async (from: string, to: string): Promise<void> => {
      await objects.pressOn(/^Edit$/);
      const area = objects.details.getByRole("textbox", { name: /YAML of/ });
      await expect.poll(() => area.inputValue()).toContain(from);
      await area.fill((await area.inputValue()).replace(from, to));
      await objects.page.keyboard.press("Control+Enter");
    };
    await edit("size: small", "size: large");
    await objects.notice.getByText("Saved HelloMachine m1").waitFor();
    await objects.details.locator(".yaml-line", { hasText: "size: large" }).waitFor();
    // an edit that the provider's admission refuses stays in the editor
    await edit("size: large", "size: huge");
    await objects.notice.getByText(/Not done: .*is not for sale/).waitFor();
    await objects.page.keyboard.press("Escape");
  });

  step("injects a fault, shows that it goes on, and ends it", async () => {
    await objects.page.keyboard.press("Escape");
    await objects.pressOn(/^Inject a fault…$/);
    const dialog = objects.page.getByRole("dialog", { name: "Inject a fault" });
    await dialog
      .getByRole("button", { name: /^Inject: / })
      .first()
      .focus();
    await objects.page.keyboard.press("Enter");
    const active = objects.page.getByRole("region", { name: "Active faults" });
    await active.waitFor();
    await objects.pressOn(/^End: /);
    await active.waitFor({ state: "detached" });
  });

  step("asks before it deletes, and follows what goes", async () => {
    await objects.openByKeys("Machine", "quickstart-worker-2");
    await objects.pressOn(/^Delete…$/);
    const dialog = objects.page.getByRole("dialog", { name: "Delete Machine quickstart-worker-2?" });
    await dialog.waitFor();
    // the element with the initial focus does nothing
    await objects.page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(await objects.row("Machine", "quickstart-worker-2").count()).toBe(1);
    await objects.pressOn(/^Delete…$/);
    await objects.pressOn(/^Delete quickstart-worker-2$/);
    await objects.row("Machine", "quickstart-worker-2").waitFor({ state: "detached" });
  });

  step("shows what the author's code throws at its line, until it does so no more", async () => {
    await project.edit("src/reconciler.ts", waiting, throwing);
    await objects.banner.getByText("the zone of m1 has no name").waitFor();
    const marked = objects.banner.locator(".is-marked");
    expect(await marked.textContent()).toContain("throw new TypeError");
    await objects.banner.getByText(/^src\/reconciler\.ts:\d+$/).waitFor();
    await project.edit("src/reconciler.ts", throwing, waiting);
    await objects.banner.waitFor({ state: "detached" });
  });

  step("shows what has ended the provider, at its line, and that it runs again", async () => {
    await project.edit("src/main.ts", "await runProvider", "missing();\nawait runProvider");
    await objects.banner.getByText(/The provider has ended/).waitFor();
    await objects.banner
      .getByText(/missing is not defined/)
      .first()
      .waitFor();
    await objects.banner
      .getByText(/src\/main\.ts:4/)
      .first()
      .waitFor();
    await project.edit("src/main.ts", "missing();\n", "");
    await objects.banner.waitFor({ state: "detached" });
  });

  step("lists reconciles, which unfold to their requests", async () => {
    const list = objects.page.getByRole("region", { name: "Activity" });
    await list.getByRole("tab", { name: "Reconciles" }).click();
    const first = list.getByRole("row").nth(1);
    await first.getByRole("button").first().click();
    await list.locator(".unfolded").first().waitFor();
  });

  // Dark mode has different contrast.
  for (const [colorScheme, rules] of [
    ["light", undefined],
    ["dark", ["color-contrast"]],
  ] as const) {
    step(`has no violation that axe-core finds, in ${colorScheme}`, async () => {
      const { page } = objects;
      await page.emulateMedia({ colorScheme });
      await objects.openByKeys("Machine", "quickstart-worker-0");
      for (const tab of ["Now", "Timeline", "Conditions", "Events", "Reconciles", "YAML"]) {
        await objects.details.getByRole("tab", { name: tab }).click();
        expect(await violationsOf(page, rules)).toEqual([]);
      }
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
      expect(await violationsOf(page, rules)).toEqual([]);
      await objects.closeDialog();
    });
  }

  step("says that it is not connected, and shows all again once it is", async () => {
    const { page } = objects;
    connection?.cut();
    await page.getByText("not connected; trying again").waitFor();
    await client?.delete(Machine, { namespace: "default", name: "quickstart-worker-1" });
    connection?.restore();
    await page.locator(".connection-connected").waitFor();
    await objects.row("Machine", "quickstart-worker-1").waitFor({ state: "detached" });
  });

  step("fits into a window that is 900 pixels wide, with what is open below the tree", async () => {
    const { page, tree, details } = objects;
    await page.setViewportSize({ width: 900, height: 900 });
    await objects.openByKeys("Machine", "quickstart-worker-0");
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(900);
    const [above, below] = await Promise.all([tree.boundingBox(), details.boundingBox()]);
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    await page.setViewportSize({ width: 1600, height: 1000 });
  });

  step("says what to do where the address is one of an earlier run", async () => {
    const earlier = await browser.newPage();
    earlier.setDefaultTimeout(patienceMs);
    await earlier.goto(objects.page.url().replace(/#.*/, "#of-an-earlier-run"));
    await earlier.getByText("open the address that the command printed last").waitFor();
    await earlier.close();
  });

  step("has thrown nothing itself", () => {
    // The browser itself reports an interrupted connection, and refusals of the server.
    expect(problems.filter((problem) => !problem.startsWith("Failed to load resource"))).toEqual([]);
  });
});
