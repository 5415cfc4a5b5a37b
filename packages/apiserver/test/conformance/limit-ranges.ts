import { describe, expect, test } from "vitest";
import { causesOf } from "./gauges.ts";
import { type Suite } from "./suite.ts";

const nameRule =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

const contradictions = [
  "spec.limits[0].defaultRequest|FieldValueForbidden|Forbidden: may not be specified when `type` is 'Pod'",
  "spec.limits[0].default|FieldValueForbidden|Forbidden: may not be specified when `type` is 'Pod'",
  'spec.limits[0].min[cpu]|FieldValueInvalid|Invalid value: "1": min value 1 is greater than max value 500m',
  'spec.limits[1].type|FieldValueDuplicate|Duplicate value: "Pod"',
  "spec.limits[2].limits|FieldValueRequired|Required value: either minimum or maximum storage value is required, but neither was provided",
  'spec.limits[3].defaultRequest[cpu]|FieldValueInvalid|Invalid value: "6": default request value 6 is greater than default limit value 5',
  'spec.limits[3].defaultRequest[cpu]|FieldValueInvalid|Invalid value: "6": default request value 6 is greater than max value 100m',
  'spec.limits[3].default[cpu]|FieldValueInvalid|Invalid value: "100m": default value 5 is greater than max value 100m',
  'spec.limits[3].maxLimitRequestRatio[cpu]|FieldValueInvalid|Invalid value: "500m": ratio 500m is greater than max/min = 0.100000',
  'spec.limits[3].maxLimitRequestRatio[cpu]|FieldValueInvalid|Invalid value: "500m": ratio 500m is less than 1',
  'spec.limits[3].min[cpu]|FieldValueInvalid|Invalid value: "1": min value 1 is greater than max value 100m',
  'spec.limits[4].max[foo]|FieldValueInvalid|Invalid value: "foo": must be a standard resource type or fully qualified',
  'spec.limits[4].type|FieldValueInvalid|Invalid value: "Memory": must be a standard limit type or fully qualified',
  'spec.limits[5].defaultRequest[foo]|FieldValueInvalid|Invalid value: "foo": must be a standard resource for containers',
  'spec.limits[5].defaultRequest[foo]|FieldValueInvalid|Invalid value: "foo": must be a standard resource type or fully qualified',
  'spec.limits[5].defaultRequest[requests.a/b]|FieldValueInvalid|Invalid value: "requests.a/b": doesn\'t follow extended resource name standard',
  'spec.limits[5].default[foo]|FieldValueInvalid|Invalid value: "foo": must be a standard resource for containers',
  'spec.limits[5].default[foo]|FieldValueInvalid|Invalid value: "foo": must be a standard resource type or fully qualified',
  'spec.limits[5].default[requests.a/b]|FieldValueInvalid|Invalid value: "requests.a/b": doesn\'t follow extended resource name standard',
  'spec.limits[5].max[foo]|FieldValueInvalid|Invalid value: "foo": must be a standard resource for containers',
  'spec.limits[5].max[foo]|FieldValueInvalid|Invalid value: "foo": must be a standard resource type or fully qualified',
  'spec.limits[5].max[requests.a/b]|FieldValueInvalid|Invalid value: "requests.a/b": doesn\'t follow extended resource name standard',
  'spec.limits[5].type|FieldValueDuplicate|Duplicate value: "Container"',
  `spec.limits[6].type|FieldValueInvalid|Invalid value: "foo bar": ${nameRule}`,
  'spec.limits[7].type|FieldValueInvalid|Invalid value: "": name part must be non-empty',
  `spec.limits[7].type|FieldValueInvalid|Invalid value: "": ${nameRule}`,
];

/** The effect of LimitRanges on Pods and claims, and their rejections. */
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

    test("a LimitRange that contradicts itself is rejected", async () => {
      const { wire, path } = await suite.namespace();
      const limits = [
        { type: "Pod", max: { cpu: "500m" }, min: { cpu: "1" }, default: { cpu: "1" }, defaultRequest: { cpu: "1" } },
        { type: "Pod" },
        { type: "PersistentVolumeClaim" },
        {
          type: "Container",
          max: { cpu: "0.1" },
          min: { cpu: "1" },
          default: { cpu: "5" },
          defaultRequest: { cpu: "6" },
          maxLimitRequestRatio: { cpu: "0.5" },
        },
        { type: "Memory", max: { foo: "1" } },
        { type: "Container", max: { foo: "1", "requests.a/b": "1" }, default: { foo: "1", "requests.a/b": "1" } },
        { type: "foo bar" },
        { type: "" },
      ];
      const answer = await wire.post(path("limitranges"), { metadata: { name: "a" }, spec: { limits } });
      expect(answer.status).toBe(422);
      expect(causesOf(answer).sort()).toEqual([...contradictions].sort());
    });
  });
}
