import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";

const root = "/api/v1/componentstatuses";
const table = "application/json;as=Table;g=meta.k8s.io;v=v1";

/** The health of the components alongside the server. */
export function componentStatusesSuite(suite: Suite): void {
  describe("component statuses", () => {
    const healthy = { type: "Healthy", status: "True", message: "ok" };

    test("the store is healthy, and an unreachable component is unhealthy", async () => {
      const { status, body, headers } = await suite.wire().get(root);
      expect([status, headers.warning]).toEqual([200, '299 - "v1 ComponentStatus is deprecated in v1.19+"']);
      const byName = body.items.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
      const unreachable = (port: number) => {
        const url = `https://127.0.0.1:${port}/healthz`;
        const message = `Get "${url}": dial tcp 127.0.0.1:${port}: connect: connection refused`;
        return [{ type: "Healthy", status: "False", message }];
      };
      expect({ ...body, items: byName }).toEqual({
        kind: "ComponentStatusList",
        apiVersion: "v1",
        metadata: {},
        items: [
          { metadata: { name: "controller-manager" }, conditions: unreachable(10_257) },
          { metadata: { name: "etcd-0" }, conditions: [healthy] },
          { metadata: { name: "scheduler" }, conditions: unreachable(10_259) },
        ],
      });
    });

    test("a component status can be read by name or selected", async () => {
      const wire = suite.wire();
      expect((await wire.get(`${root}/etcd-0`)).body).toEqual({
        kind: "ComponentStatus",
        apiVersion: "v1",
        metadata: { name: "etcd-0" },
        conditions: [healthy],
      });
      expect((await wire.get(`${root}?fieldSelector=metadata.name%3Detcd-0`)).body.items).toHaveLength(1);
      expect((await wire.get(`${root}?labelSelector=a`)).body.items).toEqual([]);
      expect(await wire.get(`${root}/nothing`)).toMatchObject({
        status: 404,
        body: { reason: "NotFound", message: 'componentstatus "nothing" not found' },
      });
      const { body } = await wire.get(`${root}/etcd-0`, table);
      expect(body.columnDefinitions.map(({ name }) => name)).toEqual(["Name", "Status", "Message", "Error"]);
      expect(body.rows[0]?.cells).toEqual(["etcd-0", "Healthy", "ok", ""]);
    });

    test("they are read-only", async () => {
      const wire = suite.wire();
      expect(await wire.get(`${root}?watch=1`)).toMatchObject({
        status: 405,
        body: { message: 'watch is not supported on resources of kind "componentstatuses"' },
      });
      const notAllowed = {
        status: 405,
        body: { message: "the server does not allow this method on the requested resource" },
      };
      expect(await wire.post(root, {})).toMatchObject(notAllowed);
      expect(await wire.delete(`${root}/etcd-0`)).toMatchObject(notAllowed);
    });
  });
}
