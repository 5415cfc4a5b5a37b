const parser = "Go's parsers of JSON and YAML have words of their own for what they cannot read";
const patched = "messages show a patched object whole, with its fields in the order that Go's types have";
const unwritten = "kinds that no provider writes are not looked at field by field";
const watches = "the paths of watches that Kubernetes has deprecated are not served";
const listType = "that one object was asked for and not a list is not refused";

const anObject = "resources: an object without anything at";

/** Where the embedded server answers otherwise, and why, by subject and case. Everything else is equal. */
export const differences: Readonly<Record<string, string>> = {
  "methods: GET /version/": "the version says whose server it is",
  "methods: legacy watch of a collection": watches,
  "methods: legacy watch of an object": watches,
  "methods: legacy watch in a group": watches,
  "bodies: an empty body": parser,
  "bodies: half a text": parser,
  "bodies: a comma too many": parser,
  "bodies: what follows the object": parser,
  "bodies: a byte order mark": parser,
  "bodies: YAML with tabs": parser,
  "bodies: two documents of YAML": parser,
  "bodies: a field manager that cannot be printed": "what cannot be printed is escaped as in JSON",
  "bodies: fields that are managed by someone": "managed fields that are invalid are kept and not reset",
  "bodies: one with a malformed version of the resource": "a version is compared, and not read as a number",
  "lists: continue=abc": parser,
  "lists: continue=%7B%7D": parser,
  "outputs: a list as application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1": listType,
  "outputs: a list as application/yaml;as=PartialObjectMetadata;g=meta.k8s.io;v=v1": listType,
  "patches: merge: half a text": parser,
  "patches: merge: an empty body": parser,
  "patches: merge: another kind": patched,
  "patches: merge: another version": patched,
  "patches: merge: an unknown field, strictly": patched,
  "patches: merge: another type": patched,
  "patches: merge: a wrong label": "how often the same label is reported depends on the kind",
  "patches: strategic: half a text": parser,
  "patches: strategic: an empty body": parser,
  "patches: strategic: a wrong label": "how often the same label is reported depends on the kind",
  "patches: apply: half a text": parser,
  "patches: apply: a field twice": "YAML with a field twice is refused, and not read with a warning",
  "deletions: with half a text": parser,
  "deletions: with a list": parser,
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
  "resources: the resources of /api/v1": "bindings, component statuses and what needs a node are not listed",
  "resources: the resources of /apis/admissionregistration.k8s.io/v1": "policies have no category and no status",
  "resources: the resources of /apis/apiextensions.k8s.io/v1": "definitions have no category",
};

/** Of these the status differs as well: ours and that of the real server. */
export const otherStatus: Readonly<Record<string, readonly [number, number]>> = {
  "methods: legacy watch of a collection": [404, 200],
  "methods: legacy watch of an object": [404, 200],
  "methods: legacy watch in a group": [404, 200],
  "bodies: two documents of YAML": [400, 201],
  "bodies: one with a malformed version of the resource": [409, 500],
  "outputs: a list as application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1": [200, 406],
  "outputs: a list as application/yaml;as=PartialObjectMetadata;g=meta.k8s.io;v=v1": [200, 406],
  "patches: merge: another kind": [400, 422],
  "patches: merge: another version": [400, 422],
  "patches: apply: a field twice": [400, 200],
  "deletions: with a list": [200, 400],
  [`${anObject} /api/v1/namespaces/{ns}/events`]: [201, 422],
  [`${anObject} /api/v1/namespaces/{ns}/podtemplates`]: [201, 422],
  [`${anObject} /api/v1/namespaces/{ns}/replicationcontrollers`]: [201, 422],
  [`${anObject} /apis/apps/v1/namespaces/{ns}/controllerrevisions`]: [201, 422],
  [`${anObject} /apis/events.k8s.io/v1/namespaces/{ns}/events`]: [201, 422],
  [`${anObject} /apis/storage.k8s.io/v1/namespaces/{ns}/csistoragecapacities`]: [201, 422],
};
