import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { CertificateAuthority } from "@capstan/kube/x509";
import { systemClock } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SlowCloud } from "../src/dev/slow-cloud.ts";

const slowMs = 2_000;
const agent = http.Agent.prototype as unknown as { addRequest: unknown };
const { fetch } = globalThis;
const { addRequest } = agent;

let certificates: { readonly ca: string; readonly cert: string; readonly key: string };

beforeEach(async () => {
  const authority = await CertificateAuthority.create("authority", systemClock);
  const { certificate, privateKey } = await authority.issueServing("cloud", ["127.0.0.1"]);
  certificates = { ca: authority.certificate, cert: certificate, key: privateKey };
});
afterEach(() => {
  globalThis.fetch = fetch;
  agent.addRequest = addRequest;
});

/** A cloud that counts its requests. */
async function startCloud(isSecure: boolean) {
  let arrived = 0;
  const answer: http.RequestListener = (_request, response) => {
    arrived += 1;
    response.end("done");
  };
  const server = isSecure ? https.createServer(certificates, answer) : http.createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    arrived: () => arrived,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function answerTo(request: http.ClientRequest): Promise<string> {
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  return text(response);
}

test.each<[string, boolean, (host: string) => Promise<string>]>([
  ["fetch", false, async (host) => (await globalThis.fetch(`http://${host}/`)).text()],
  ["node:http", false, (host) => answerTo(http.get(`http://${host}/`))],
  ["node:https", true, (host) => answerTo(https.get(`https://${host}/`, { ca: certificates.ca }))],
])("a call by %s is sent two seconds later while the cloud is slow", async (_by, isSecure, call) => {
  await using cloud = await startCloud(isSecure);
  const clock = new FakeClock();
  let slowed = 0;
  const slowCloud = new SlowCloud(() => (slowed += 1), clock);
  slowCloud.set({ ms: slowMs, except: "127.0.0.1:1" });

  const answer = call(cloud.host);
  await expect.poll(() => clock.pendingTimers).toBe(1);
  await clock.advance(slowMs - 1);
  expect([slowed, cloud.arrived(), clock.pendingTimers]).toEqual([1, 0, 1]);
  await clock.advance(1);
  expect(await answer).toBe("done");

  // Requests to the API server are not delayed, nor any request after the fault, because this clock stands still.
  slowCloud.set({ ms: slowMs, except: cloud.host });
  expect(await call(cloud.host)).toBe("done");
  slowCloud.set({ ms: 0, except: "127.0.0.1:1" });
  expect(await call(cloud.host)).toBe("done");
  expect([slowed, cloud.arrived()]).toEqual([1, 3]);
});
