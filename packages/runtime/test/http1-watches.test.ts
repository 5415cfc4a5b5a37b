import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { CertificateAuthority } from "@capstan/kube/x509";
import { expect, test } from "vitest";
import { Cache, ConfigMap, createClient } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { until } from "./support/until.ts";

const configMap = (name: string, resourceVersion: string) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default", uid: name, resourceVersion },
});

test("on a server with HTTP/1.1 only, each watch has its own connection and requests continue meanwhile", async () => {
  // given a server behind a proxy without HTTP/2, and a client that watches two namespaces
  const authority = await CertificateAuthority.create("test", Date);
  const serving = await authority.issueServing("localhost", ["127.0.0.1"]);
  const watches: { readonly port: number | undefined; readonly response: ServerResponse }[] = [];
  const server = createServer({ cert: serving.certificate, key: serving.privateKey }, (request, response) => {
    if (request.url?.includes("sendInitialEvents") === true) {
      response.writeHead(422).end();
    } else if (request.url?.includes("watch=true") === true) {
      watches.push({ port: request.socket.remotePort, response });
      response.flushHeaders();
    } else if (request.url?.includes("/configmaps/") === true) {
      response.end(JSON.stringify(configMap("c1", "11")));
    } else {
      response.end(JSON.stringify({ kind: "ConfigMapList", metadata: { resourceVersion: "10" }, items: [] }));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = createClient({
    kubeconfig: JSON.stringify({
      clusters: [
        {
          name: "c",
          cluster: {
            server: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
            "certificate-authority-data": Buffer.from(authority.certificate).toString("base64"),
          },
        },
      ],
      users: [{ name: "u", user: {} }],
      contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
      "current-context": "x",
    }),
    userAgent: "http1/1",
    maxRequestsInFlight: 1,
  });
  const cache = new Cache({ client, clock: new FakeClock() });
  const informers = ["a", "b"].map((namespace) => cache.informer(ConfigMap, { namespace }));
  cache.start();
  try {
    await until(() => watches.length === 2);
    // when the only connection for requests is in use, and each watch delivers an event
    const read = await client.get(ConfigMap, { namespace: "default", name: "c1" });
    for (const { response } of watches) {
      response.write(`${JSON.stringify({ type: "ADDED", object: configMap("c1", "11") })}\n`);
    }
    await until(() => informers.every((informer) => informer.list().length === 1));
    // then neither watch waited for the other
    expect(read.metadata.name).toBe("c1");
    expect(new Set(watches.map(({ port }) => port)).size).toBe(2);
  } finally {
    const stopped = cache.stop();
    await client.close();
    await stopped;
    server.closeAllConnections();
    server.close();
  }
});
