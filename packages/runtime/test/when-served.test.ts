import { ApiServer } from "@capstan/apiserver";
import { customResourceDefinition, type KubernetesObject } from "@capstan/contract";
import { Type } from "typebox";
import { expect, test } from "vitest";
import {
  Controller,
  createClient,
  defineKind,
  enqueueMapped,
  installCRDs,
  Manager,
  requestFor,
  type RequestInfo,
  Result,
  whenServed,
} from "@capstan/runtime";

const Widget = defineKind<KubernetesObject & { spec: object }>({
  group: "example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
});

const widgets = customResourceDefinition({
  group: Widget.group,
  kind: Widget.kind,
  versions: [{ name: Widget.version, spec: Type.Object({}) }],
});

test("an optional kind costs nothing while it is not installed, and is served once it is", async () => {
  await using closing = new AsyncDisposableStack();
  const server = await ApiServer.start();
  closing.defer(() => server.close());
  const admin = createClient({ kubeconfig: server.kubeconfig, userAgent: "admin/1" });
  closing.defer(() => admin.close());
  const requests: RequestInfo[] = [];
  const client = createClient({
    kubeconfig: server.kubeconfig,
    userAgent: "widgets/1",
    onRequest: (request) => requests.push(request),
  });
  closing.defer(() => client.close());
  const manager = new Manager({ name: "widgets", client });
  closing.defer(() => manager.stop());
  const reconciled: string[] = [];
  manager.add(
    new Controller({
      name: "widgets",
      sources: [
        whenServed(
          Widget,
          enqueueMapped(Widget, (widget) => [requestFor(widget)]),
        ),
      ],
      reconciler: {
        reconcile: ({ name }) => {
          reconciled.push(name);
          return Promise.resolve(Result.awaitChange());
        },
      },
    }),
  );

  // Given a server without the kind, the manager is ready, and has requested only the definition.
  await manager.start();
  await manager.settled();
  expect(new Set(requests.map(({ resource }) => resource))).toEqual(new Set(["customresourcedefinitions"]));

  // When the kind is installed.
  await installCRDs(admin, [widgets]);

  // Then its objects are reconciled.
  const metadata = { name: "w1", namespace: "default" };
  await admin.create(Widget, { apiVersion: "example.com/v1", kind: "Widget", metadata, spec: {} });
  await expect.poll(() => reconciled).toContain("w1");
});
