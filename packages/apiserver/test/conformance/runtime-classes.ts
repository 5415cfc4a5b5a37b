import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";
import { eventually } from "./target.ts";

const classes = "/apis/node.k8s.io/v1/runtimeclasses";
const containers = [{ name: "a", image: "a" }];

/** The effect of RuntimeClasses on Pods, and their rejections. */
export function runtimeClassesSuite(suite: Suite): void {
  describe("Pods of RuntimeClasses", () => {
    const scene = async (fields: object = {}) => {
      const { wire, path } = await suite.namespace();
      const name = `class-${randomUUID()}`;
      expect(await wire.post(classes, { metadata: { name }, handler: "a", ...fields })).toMatchObject({ status: 201 });
      const pod = (spec: object) =>
        wire.post(path("pods"), { metadata: { name: "a" }, spec: { runtimeClassName: name, containers, ...spec } });
      return { wire, name, pod };
    };

    test("a Pod whose class is missing or deleted is rejected", async () => {
      const { wire, name, pod } = await scene();
      expect(await pod({ runtimeClassName: "nothing" })).toMatchObject({
        status: 403,
        body: { message: 'pods "a" is forbidden: pod rejected: RuntimeClass "nothing" not found' },
      });
      expect(await pod({})).toMatchObject({ status: 201 });
      expect(await wire.delete(`${classes}/${name}`)).toMatchObject({ status: 200 });
      const refused = await eventually(
        () => pod({}),
        ({ status }) => status === 403,
      );
      expect(refused.body.message).toBe(`pods "a" is forbidden: pod rejected: RuntimeClass "${name}" not found`);
    });

    test.each([
      [
        { nodeSelector: { a: "2" } },
        "conflict: runtimeClass.scheduling.nodeSelector[a] = 1; pod.spec.nodeSelector[a] = 2",
      ],
      [{ overhead: { cpu: "2" } }, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"],
      [
        { runtimeClassName: undefined, overhead: { cpu: "1" } },
        "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead",
      ],
    ])("a Pod with %j is rejected", async (spec, why) => {
      const { pod } = await scene({ overhead: { podFixed: { cpu: "1" } }, scheduling: { nodeSelector: { a: "1" } } });
      expect(await pod(spec)).toMatchObject({ status: 403, body: { message: `pods "a" is forbidden: ${why}` } });
    });

    test("a Pod gets the overhead of its class, and node selectors and tolerations of both", async () => {
      const wide = { key: "x", operator: "Exists" };
      const other = { key: "y", operator: "Equal", value: "1", effect: "NoSchedule" };
      const narrow = { key: "x", operator: "Equal", value: "1", effect: "NoSchedule" };
      const { pod } = await scene({
        overhead: { podFixed: { cpu: "0.5" } },
        scheduling: { nodeSelector: { a: "1" }, tolerations: [wide, other] },
      });
      const { body } = await pod({ nodeSelector: { b: "2" }, tolerations: [narrow, other] });
      expect(body.spec).toMatchObject({ overhead: { cpu: "500m" }, nodeSelector: { a: "1", b: "2" } });
      // The real server adds some tolerations for unavailable nodes.
      const stated = (body.spec.tolerations as { key: string }[]).filter(({ key }) => !key.includes("/"));
      expect(stated).toEqual([other, wide]);
    });
  });
}
