const parser = "Go's parser of YAML has words of its own for what it cannot read";
const patched = "messages show a patched object whole, with its fields in the order that Go's types have";
const unwritten = "kinds that no provider writes are not looked at field by field";

const anObject = "resources: an object without anything at";

/** Where the embedded server answers otherwise, and why, by subject and case. Everything else is equal. */
export const differences: Readonly<Record<string, string>> = {
  "methods: GET /version/": "the version says whose server it is",
  "bodies: YAML with tabs": parser,
  "lists: continue=abc": parser,
  "lists: continue=%7B%7D": parser,
  "patches: merge: another kind": patched,
  "patches: merge: another version": patched,
  "patches: merge: an unknown field, strictly": patched,
  "patches: merge: another type": patched,
  "patches: merge: a wrong label": "how often the same label is reported depends on the kind",
  "patches: strategic: a wrong label": "how often the same label is reported depends on the kind",
  "patches: apply: half a text": parser,
  [`${anObject} /api/v1/namespaces/{ns}/events`]: unwritten,
  [`${anObject} /api/v1/namespaces/{ns}/podtemplates`]: unwritten,
  [`${anObject} /api/v1/namespaces/{ns}/replicationcontrollers`]: unwritten,
  [`${anObject} /apis/apps/v1/namespaces/{ns}/controllerrevisions`]: unwritten,
  [`${anObject} /apis/apps/v1/namespaces/{ns}/daemonsets`]: unwritten,
  [`${anObject} /apis/autoscaling/v1/namespaces/{ns}/horizontalpodautoscalers`]: unwritten,
  [`${anObject} /apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers`]: unwritten,
  [`${anObject} /apis/batch/v1/namespaces/{ns}/cronjobs`]: unwritten,
  [`${anObject} /apis/events.k8s.io/v1/namespaces/{ns}/events`]: unwritten,
  [`${anObject} /apis/storage.k8s.io/v1/namespaces/{ns}/csistoragecapacities`]: unwritten,
  "resources: the resources of /api/v1": "component statuses and what needs a node are not listed",
};

/** Of these the status differs as well: ours and that of the real server. */
export const otherStatus: Readonly<Record<string, readonly [number, number]>> = {
  "patches: merge: another kind": [400, 422],
  "patches: merge: another version": [400, 422],
  [`${anObject} /api/v1/namespaces/{ns}/events`]: [201, 422],
  [`${anObject} /api/v1/namespaces/{ns}/podtemplates`]: [201, 422],
  [`${anObject} /api/v1/namespaces/{ns}/replicationcontrollers`]: [201, 422],
  [`${anObject} /apis/apps/v1/namespaces/{ns}/controllerrevisions`]: [201, 422],
  [`${anObject} /apis/events.k8s.io/v1/namespaces/{ns}/events`]: [201, 422],
  [`${anObject} /apis/storage.k8s.io/v1/namespaces/{ns}/csistoragecapacities`]: [201, 422],
};
