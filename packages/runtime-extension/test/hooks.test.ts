import type { IncomingMessage } from "node:http";
import https from "node:https";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { type Client, createLogger, TerminalError, WebhookServer } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import {
  defineRuntimeExtension,
  extensionEndpoints,
  type ExtensionProcess,
  type HookHandlers,
  HookError,
  type RuntimeExtension,
} from "@capstan/runtime-extension";
import { describe, expect, test } from "vitest";
import { apiVersion, hookNames, requestOf } from "./requests.ts";

const discovery = "/hooks.runtime.cluster.x-k8s.io/v1alpha1/discovery";

function extensionWith(hooks: HookHandlers): RuntimeExtension {
  return defineRuntimeExtension({ name: "hello", hooks });
}

async function call(extension: RuntimeExtension, body: object, process: ExtensionProcess = {}): Promise<unknown> {
  const endpoint = extensionEndpoints(extension, process)[1];
  return await endpoint?.answer(body as Record<string, unknown>, { signal: new AbortController().signal });
}

describe("defineRuntimeExtension", () => {
  test("every hook of the catalog can be served, and an empty answer is a valid response of each", async () => {
    expect(hookNames).toHaveLength(16);
    for (const hook of hookNames) {
      const extension = extensionWith({ [hook]: () => undefined });
      const response = await call(extension, requestOf(hook));
      expect(response, hook).toMatchObject({ apiVersion, kind: `${hook}Response`, status: "Success" });
    }
  });

  test("a hook that can block has retryAfterSeconds 0 unless the handler says otherwise", async () => {
    const free = extensionWith({ BeforeClusterDelete: () => ({}) });
    expect(await call(free, requestOf("BeforeClusterDelete"))).toMatchObject({ retryAfterSeconds: 0 });
    const blocking = extensionWith({ BeforeClusterDelete: () => ({ retryAfterSeconds: 10, message: "backups run" }) });
    const response = await call(blocking, requestOf("BeforeClusterDelete"));
    expect(response).toMatchObject({ status: "Success", retryAfterSeconds: 10, message: "backups run" });
  });

  test("an answer without a delay lets the operation continue, and one with a negative delay is invalid", async () => {
    const ended = extensionWith({ UpdateMachine: () => ({ retryAfterSeconds: undefined }) as never });
    expect(await call(ended, requestOf("UpdateMachine"))).toMatchObject({ status: "Success", retryAfterSeconds: 0 });
    const never = extensionWith({ UpdateMachine: () => ({ retryAfterSeconds: -1 }) });
    expect(await call(never, requestOf("UpdateMachine"))).toMatchObject({
      status: "Failure",
      message: "The handler update-machine returned an invalid answer: retryAfterSeconds must be 0 or more",
    });
  });

  test("an answer cannot claim to be of another kind", async () => {
    const extension = extensionWith({ ValidateTopology: () => ({ kind: "Pod", status: "Failure" }) as never });
    expect(await call(extension, requestOf("ValidateTopology"))).toMatchObject({
      kind: "ValidateTopologyResponse",
      status: "Success",
    });
  });

  test("a request with a million faults gets a short answer, and few warnings", async () => {
    const lines: object[] = [];
    const logger = createLogger({
      level: "warn",
      format: "json",
      write: (line) => lines.push(JSON.parse(line) as object),
    });
    const extension = extensionWith({ GeneratePatches: () => ({ items: [] }) });
    const body = { ...requestOf("GeneratePatches"), items: Array<number>(1_000_000).fill(1) };
    const [, endpoint] = extensionEndpoints(extension, { logger, clock: new FakeClock() });
    const answers = [];
    for (let index = 0; index < 3; index += 1) {
      answers.push(await endpoint?.answer(body, { signal: new AbortController().signal }));
    }
    expect(answers).toHaveLength(3);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: "Failure", message: expect.stringMatching(/; and more$/) as string });
      expect(JSON.stringify(answer).length).toBeLessThan(1_000);
    }
    expect(lines).toEqual([expect.objectContaining({ hook: "GeneratePatches", handler: "generate-patches" })]);
  });

  test("a handler may spread its context", async () => {
    let names: string[] = [];
    const extension = extensionWith({
      ValidateTopology: (_, context) => {
        names = Object.keys(context);
      },
    });
    await call(extension, requestOf("ValidateTopology"));
    expect(names).toEqual(["settings", "signal", "logger", "client"]);
  });

  test("a handler gets the request without null, frozen, and its settings", async () => {
    let seen: { frozen: boolean; settings: object; created: unknown } | undefined;
    const extension = extensionWith({
      BeforeClusterCreate: ({ cluster }, { settings }) => {
        const created = "creationTimestamp" in cluster.metadata;
        seen = { frozen: Object.isFrozen(cluster.metadata), settings, created };
        return {};
      },
    });
    await call(extension, requestOf("BeforeClusterCreate", { settings: { region: "north" } }));
    expect(seen).toEqual({ frozen: true, settings: { region: "north" }, created: false });
  });

  test.each([
    ["a name that is not a DNS label", { name: "Hello", hooks: { ValidateTopology: () => ({}) } }, /name "Hello"/],
    ["no handler", { name: "hello", hooks: {} }, /hooks .* is empty/],
    ["a hook that does not exist", { name: "hello", hooks: { BeforeLunch: () => ({}) } }, /BeforeLunch: no such hook/],
    [
      "a time limit that the core refuses",
      { name: "hello", hooks: { ValidateTopology: { handle: () => ({}), timeoutSeconds: 31 } } },
      /timeoutSeconds is 31/,
    ],
    [
      "two handlers with one name",
      {
        name: "hello",
        hooks: {
          ValidateTopology: { handle: () => ({}), name: "one" },
          GeneratePatches: { handle: () => ({}), name: "one" },
        },
      },
      /Two handlers .* named one/,
    ],
  ])("%s is refused", (_, options, message) => {
    expect(() => defineRuntimeExtension(options as never)).toThrow(message);
  });
});

describe("failures", () => {
  test.each([
    ["a HookError is shown", () => new HookError("set the region"), "set the region"],
    ["any other error of Capstan is shown", () => new TerminalError("no quota is left"), /^no quota is left$/],
    [
      "of another error only the name, because its message may contain a secret",
      () => new RangeError("token=s3cr3t"),
      "The handler validate-topology has failed: RangeError",
    ],
  ])("%s", async (_, error, message) => {
    const extension = extensionWith({
      ValidateTopology: () => {
        throw error();
      },
    });
    const response = await call(extension, requestOf("ValidateTopology"));
    expect(response).toEqual({
      apiVersion,
      kind: "ValidateTopologyResponse",
      status: "Failure",
      message: expect.stringMatching(message) as string,
    });
  });

  test("an invalid request is a failure that names the field, not its value", async () => {
    const extension = extensionWith({ GenerateUpgradePlan: () => ({}) });
    const body = requestOf("GenerateUpgradePlan", { toKubernetesVersion: 36, cluster: undefined });
    expect(await call(extension, body)).toMatchObject({
      status: "Failure",
      message: expect.stringMatching(/cluster must be a value; toKubernetesVersion must be (a )?string/) as string,
    });
    expect(await call(extension, requestOf("ValidateTopology"))).toMatchObject({
      status: "Failure",
      message: expect.stringContaining("a GenerateUpgradePlanRequest") as string,
    });
  });

  test("an answer that the core would not understand is a failure that names the field", async () => {
    const items = [{ uid: "1", patchType: "Patch", patch: "e30=" }];
    const extension = extensionWith({ GeneratePatches: () => ({ items }) as never });
    expect(await call(extension, requestOf("GeneratePatches"))).toMatchObject({
      status: "Failure",
      message: expect.stringContaining("items[0].patchType") as string,
    });
  });

  test("a handler that takes too long is aborted and answered with 504, which the failure policy decides about", async () => {
    const clock = new FakeClock();
    let reason: unknown;
    const extension = extensionWith({
      ValidateTopology: {
        timeoutSeconds: 4,
        handle: (_, { signal }) =>
          new Promise((_, reject) => {
            signal.addEventListener("abort", () => {
              reason = signal.reason;
              reject(signal.reason as Error);
            });
          }),
      },
    });
    const answer = call(extension, requestOf("ValidateTopology"), { clock });
    const refused = expect(answer).rejects.toMatchObject({
      status: 504,
      message: expect.stringMatching(/validate-topology did not answer/) as string,
    });
    await clock.advance({ seconds: 4 });
    await refused;
    expect(reason).toMatchObject({ status: 504 });
  });

  test("a handler that reads a client where there is none fails with the remedy", async () => {
    const extension = extensionWith({ BeforeClusterDelete: (_, { client }) => ({ message: typeof client }) });
    expect(await call(extension, requestOf("BeforeClusterDelete"))).toMatchObject({
      status: "Failure",
      message: expect.stringContaining("needs a client") as string,
    });
    const client = {} as Client;
    expect(await call(extension, requestOf("BeforeClusterDelete"), { client })).toMatchObject({ message: "object" });
  });
});

test("an extension is served by the webhook server: discovery lists its handlers, each answers at its path", async () => {
  // given
  const extension = extensionWith({
    GeneratePatches: { handle: () => ({}), name: "sizes", timeoutSeconds: 3, failurePolicy: "Ignore" },
    BeforeClusterDelete: () => ({ retryAfterSeconds: 5 }),
  });
  await using server = await WebhookServer.start({ endpoints: extensionEndpoints(extension) });

  // when
  const discovered = await post(server, discovery, { apiVersion, kind: "DiscoveryRequest" });

  // then
  const requestHook = (hook: string) => ({ apiVersion, hook });
  expect(discovered).toEqual({
    apiVersion,
    kind: "DiscoveryResponse",
    status: "Success",
    handlers: [
      {
        name: "before-cluster-delete",
        requestHook: requestHook("BeforeClusterDelete"),
        timeoutSeconds: 10,
        failurePolicy: "Fail",
      },
      { name: "sizes", requestHook: requestHook("GeneratePatches"), timeoutSeconds: 3, failurePolicy: "Ignore" },
    ],
  });
  const path = `/${apiVersion}/beforeclusterdelete/before-cluster-delete?timeout=10s`;
  expect(await post(server, path, requestOf("BeforeClusterDelete"))).toMatchObject({ retryAfterSeconds: 5 });
  expect(await post(server, "/elsewhere", {})).toMatchObject({ code: 404 });
});

async function post(server: WebhookServer, path: string, body: object): Promise<unknown> {
  const ca = Buffer.from(server.address.caBundle, "base64");
  const request = https.request(`${server.address.url}${path}`, { method: "POST", ca, agent: false });
  request.end(JSON.stringify(body));
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return JSON.parse(await text(response));
}
