import { once } from "node:events";
import { Agent, get } from "node:https";
import type { IncomingMessage } from "node:http";
import { CertificateAuthority } from "@capstan/kube/x509";
import { afterEach, expect, test, vi } from "vitest";
import { ApiServer } from "../src/index.ts";

const hourMs = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

test("a client certificate is accepted until it expires, also on an existing connection", async () => {
  // given a client that keeps its connection
  const authority = await CertificateAuthority.create("clients", Date);
  const { certificate, privateKey } = authority;
  await using server = await ApiServer.start({ certificateAuthority: { certificate, privateKey } });
  const client = await authority.issueClient("someone", ["system:masters"], { lifetimeMs: hourMs });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const url = `${server.url}/api/v1/namespaces/default`;
    const request = get(url, { agent, ca: certificate, cert: client.certificate, key: client.privateKey });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    answer.resume();
    await once(answer, "end");
    return { status: answer.statusCode, isOnSameConnection: request.reusedSocket };
  };
  expect(await ask()).toEqual({ status: 200, isOnSameConnection: false });
  expect(await ask()).toEqual({ status: 200, isOnSameConnection: true });
  // when its certificate expires
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * hourMs });
  // then
  expect(await ask()).toEqual({ status: 401, isOnSameConnection: true });
  agent.destroy();
});
