import { sending, type WireCase } from "./wire-case.ts";

const labels = { a: "b" };
const containers = [{ name: "a", image: "b" }];
const template = { metadata: { labels }, spec: { containers } };
const time = "2026-01-01T00:00:00.000000Z";
const old = "2026-01-01T00:00:00Z";

const report = { reportingInstance: "i", action: "a", reason: "r" };
const newer = {
  eventTime: time,
  type: "Normal",
  regarding: { namespace: "{ns}" },
  reportingController: "a.io/b",
  ...report,
};
const here = { namespace: "{ns}" };

interface Kind {
  readonly path: string;
  /** The fields that are added to each object. */
  readonly base?: object;
  readonly objects: Readonly<Record<string, object>>;
}

/** Objects of kinds, one per line, by their special feature. */
const kinds: readonly Kind[] = [
  {
    path: "/api/v1/namespaces/{ns}/events",
    objects: {
      "about nothing": { involvedObject: {} },
      "about something here": { involvedObject: here },
      "about something elsewhere": { involvedObject: { namespace: "other" } },
      "of an odd type": { involvedObject: here, type: "Odd" },
      "that says when": { involvedObject: here, eventTime: time },
      "that says when, about nothing": { eventTime: time, reportingComponent: "a", ...report },
      "with a reporter that is not a name": {
        involvedObject: here,
        eventTime: time,
        reportingComponent: "a b",
        ...report,
      },
      "that says much": {
        involvedObject: here,
        eventTime: time,
        reportingComponent: "a",
        reportingInstance: "i".repeat(129),
        action: "a".repeat(129),
        reason: "r".repeat(129),
        message: "m".repeat(1025),
      },
    },
  },
  {
    path: "/apis/events.k8s.io/v1/namespaces/{ns}/events",
    base: newer,
    objects: {
      "that is whole": {},
      "about nothing": { regarding: {} },
      "about something elsewhere": { regarding: { namespace: "other" } },
      "of an odd type": { type: "Odd" },
      "without a time": { eventTime: null },
      "with an older count": { deprecatedCount: 1 },
      "with older times": { deprecatedFirstTimestamp: old, deprecatedLastTimestamp: old },
      "with an older source": { deprecatedSource: { component: "a" } },
      "in a series of one": { series: { count: 1 } },
      "in a series": { series: { count: 2, lastObservedTime: time } },
      "without a reporter": { reportingController: "" },
      "without an instance": { reportingInstance: "" },
      "without an action": { action: "" },
      "without a reason": { reason: "" },
      "with a long note": { note: "n".repeat(1025) },
    },
  },
  {
    path: "/api/v1/namespaces/{ns}/replicationcontrollers",
    objects: {
      "with a template alone": { spec: { template } },
      "with a selector alone": { spec: { selector: labels } },
      "that selects others": { spec: { selector: { a: "c" }, template } },
      "with numbers below zero": { spec: { selector: labels, template, replicas: -1, minReadySeconds: -1 } },
      "without containers": { spec: { selector: labels, template: { metadata: { labels }, spec: {} } } },
      "whose Pods end": { spec: { template: { ...template, spec: { containers, restartPolicy: "Never" } } } },
      "without labels": { spec: { template: { spec: { containers } } } },
    },
  },
  {
    path: "/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers",
    objects: Object.fromEntries(
      [
        { kind: "Deployment", name: "a", apiVersion: "apps/v1" },
        { kind: "Deployment", name: "a" },
        { kind: "Deployment", name: "a", apiVersion: "v1" },
        { kind: "Deployment", name: "a", apiVersion: "/v1" },
        { kind: "ReplicationController", name: "a", apiVersion: "v1" },
        { kind: "ReplicationController", name: "a" },
        { kind: "A/b", name: "a/b", apiVersion: "a/b/c" },
      ].map((scaleTargetRef) => [JSON.stringify(scaleTargetRef), { spec: { maxReplicas: 1, scaleTargetRef } }]),
    ),
  },
  {
    path: "/apis/apps/v1/namespaces/{ns}/daemonsets",
    objects: {
      "without a selector": { spec: { template } },
      "that selects everything": { spec: { selector: {}, template } },
      "that selects others": { spec: { selector: { matchLabels: { a: "c" } }, template } },
      "that is whole": { spec: { selector: { matchLabels: labels }, template } },
    },
  },
  {
    path: "/apis/batch/v1/namespaces/{ns}/cronjobs",
    objects: Object.fromEntries(
      [{}, { containers: [{ name: "a" }] }, { containers }].map((spec) => [
        JSON.stringify(spec),
        {
          spec: {
            schedule: "* * * * *",
            jobTemplate: { spec: { template: { spec: { restartPolicy: "Never", ...spec } } } },
          },
        },
      ]),
    ),
  },
  {
    path: "/apis/storage.k8s.io/v1/namespaces/{ns}/csistoragecapacities",
    objects: Object.fromEntries(["", "A", "a"].map((storageClassName) => [storageClassName, { storageClassName }])),
  },
  {
    path: "/apis/apps/v1/namespaces/{ns}/controllerrevisions",
    objects: {
      "without data": { revision: 1 },
      "with null": { revision: 1, data: null },
      "with empty data": { revision: 1, data: {} },
      "with a number below zero": { revision: -1, data: { a: 1 } },
    },
  },
  {
    path: "/api/v1/namespaces/{ns}/podtemplates",
    objects: {
      "without containers": { template: { spec: {} } },
      "that is whole": { template },
      "with a name in capitals": { template: { spec: { containers: [{ name: "A", image: "b" }] } } },
      "with a wrong label": { template: { metadata: { labels: { "a b": "c" } }, spec: { containers } } },
    },
  },
];

/** Requirements of kinds for their fields. */
export const kindCases: readonly WireCase[] = kinds.flatMap(({ path, base = {}, objects }) =>
  Object.entries(objects).map(([what, object]) => ({
    what: `${path} ${what}`,
    ...sending(`POST ${path}`, { metadata: { name: "o" }, ...base, ...object }),
  })),
);
