import { describe, expect, test } from "vitest";
import { type Suite } from "./suite.ts";

/** The effect of LimitRanges on Pods and claims. */
export function limitRangesSuite(suite: Suite): void {
  describe("limit ranges", () => {
    const scene = async (...limits: readonly object[]) => {
      const { wire, path } = await suite.namespace();
      const range = { metadata: { name: "a" }, spec: { limits } };
      expect(await wire.post(path("limitranges"), range)).toMatchObject({ status: 201 });
      const pod = (...containers: readonly object[]) =>
        wire.post(path("pods"), {
          metadata: { name: "a" },
          spec: { containers: containers.map((resources, index) => ({ name: `c${index}`, image: "a", resources })) },
        });
      const podOf = (spec: object) => wire.post(path("pods"), { metadata: { name: "a" }, spec });
      return { wire, path, pod, podOf };
    };
    const container = {
      type: "Container",
      min: { cpu: "50m", memory: "100Mi" },
      max: { cpu: "500m", memory: "500Mi" },
      default: { cpu: "500m", memory: "500Mi" },
      defaultRequest: { cpu: "100m", memory: "200Mi" },
    };

    test("containers get the default requests and limits", async () => {
      const { podOf } = await scene(container);
      const { status, body } = await podOf({
        containers: [
          { name: "a", image: "a" },
          { name: "b", image: "a", resources: { limits: { cpu: "300m" }, requests: { memory: "150Mi" } } },
          { name: "c", image: "a", resources: { requests: container.min, limits: container.max } },
        ],
        initContainers: [{ name: "d", image: "a" }],
      });
      expect(status).toBe(201);
      const resources = { limits: container.default, requests: container.defaultRequest };
      expect(body.spec).toMatchObject({
        containers: [
          { resources },
          { resources: { limits: { cpu: "300m", memory: "500Mi" }, requests: { cpu: "300m", memory: "150Mi" } } },
          { resources: { limits: container.max, requests: container.min } },
        ],
        initContainers: [{ resources }],
      });
      expect(body.metadata.annotations).toEqual({
        "kubernetes.io/limit-ranger":
          "LimitRanger plugin set: cpu, memory request for container a; cpu, memory limit for container a; memory limit for container b; cpu, memory request for init container d; cpu, memory limit for init container d",
      });
      expect(body.status).toMatchObject({ qosClass: "Burstable" });
    });

    test.each([
      [{ requests: { cpu: "10m" } }, "minimum cpu usage per Container is 50m, but request is 10m"],
      [
        { limits: { cpu: "600m" }, requests: { cpu: "500m" } },
        "maximum cpu usage per Container is 500m, but limit is 600m",
      ],
      [
        { limits: { memory: "1Ki" }, requests: { memory: "1Ki" } },
        "minimum memory usage per Container is 100Mi, but request is 1Ki",
      ],
      [
        { limits: { cpu: "0.6", memory: "1Gi" } },
        "[maximum cpu usage per Container is 500m, but limit is 600m, maximum memory usage per Container is 500Mi, but limit is 1Gi]",
      ],
    ])("a container with %j is rejected", async (resources, why) => {
      const { pod } = await scene(container);
      const { status, body } = await pod(resources);
      // The real server reports several problems in random order.
      const [forbidden, problems = ""] = body.message.split(/: \[?(?=m)/);
      const sorted = (text: string) =>
        text
          .replace(/]$/, "")
          .split(/, (?=maximum)/)
          .sort();
      expect([status, forbidden]).toEqual([403, 'pods "a" is forbidden']);
      expect(sorted(problems)).toEqual(sorted(why.replace(/^\[/, "")));
    });

    test("limits may exceed requests only by the maximum ratio", async () => {
      const { pod } = await scene({ type: "Container", maxLimitRequestRatio: { cpu: "1.5" } });
      const refused = [
        [{}, "no request is specified or request is 0"],
        [{ requests: { cpu: "1" } }, "no limit is specified or limit is 0"],
        [{ requests: { cpu: "1" }, limits: { cpu: "2" } }, "provided ratio is 2.000000"],
      ] as const;
      for (const [resources, why] of refused) {
        expect((await pod(resources)).body.message).toBe(
          `pods "a" is forbidden: cpu max limit to request ratio per Container is 1500m, but ${why}`,
        );
      }
      expect((await pod({ requests: { cpu: "1" }, limits: { cpu: "1.5" } })).status).toBe(201);
    });

    test("limits of a Pod apply to the sum of its containers and to each init container", async () => {
      const { pod, podOf } = await scene({ type: "Pod", max: { cpu: "1", memory: "2Gi" }, min: { cpu: "100m" } });
      const memory = "1Gi";
      const both = (cpu: string) => ({ requests: { cpu, memory }, limits: { cpu, memory } });
      expect((await pod(both("0.6"), both("600m"))).body.message).toBe(
        'pods "a" is forbidden: maximum cpu usage per Pod is 1, but limit is 1200m',
      );
      expect((await pod(both("50m"))).body.message).toBe(
        'pods "a" is forbidden: minimum cpu usage per Pod is 100m, but request is 50m',
      );
      const containers = [{ name: "a", image: "a", resources: both("300m") }];
      const large = { name: "b", image: "a", resources: both("2") };
      expect((await podOf({ containers, initContainers: [large] })).body.message).toBe(
        'pods "a" is forbidden: maximum cpu usage per Pod is 1, but limit is 2',
      );
      const sidecar = { ...large, restartPolicy: "Always", resources: both("800m") };
      expect((await podOf({ containers, initContainers: [sidecar] })).body.message).toBe(
        'pods "a" is forbidden: maximum cpu usage per Pod is 1, but limit is 1100m',
      );
      expect((await pod(both("300m"), both("300m"))).status).toBe(201);
    });

    test("claims must request a size within the limits", async () => {
      const { wire, path } = await scene({
        type: "PersistentVolumeClaim",
        min: { storage: "1Gi" },
        max: { storage: "2Gi" },
      });
      const claim = (storage: string) =>
        wire.post(path("persistentvolumeclaims"), {
          metadata: { name: "a" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } } },
        });
      expect((await claim("500Mi")).body.message).toBe(
        'persistentvolumeclaims "a" is forbidden: minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 500Mi',
      );
      expect((await claim("3Gi")).body.message).toBe(
        'persistentvolumeclaims "a" is forbidden: maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi',
      );
      expect((await claim("1.5Gi")).status).toBe(201);
    });
  });
}
