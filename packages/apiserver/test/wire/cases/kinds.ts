import { sending, type WireCase } from "./wire-case.ts";

const labels = { a: "b" };
const containers = [{ name: "a", image: "b" }];
const template = { metadata: { labels }, spec: { containers } };
const time = "2026-01-01T00:00:00.000000Z";

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
    },
  },
  {
    path: "/apis/events.k8s.io/v1/namespaces/{ns}/events",
    base: newer,
    objects: {
      "that is whole": {},
      "about nothing": { regarding: {} },
      "about something elsewhere": { regarding: { namespace: "other" } },
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
