import { as, patching, sending, type WireCase, type WireRequest } from "./wire-case.ts";

const admission = "/apis/admissionregistration.k8s.io/v1";
const label = "connections";

/** A policy that rejects connections in namespaces with a label, and reports its input. */
export const connectionPolicies: readonly WireRequest[] = [
  sending(`POST ${admission}/validatingadmissionpolicies`, {
    metadata: { name: "connections" },
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: [""], apiVersions: ["v1"], resources: ["pods/*", "services/*"], operations: ["CONNECT"] },
        ],
        namespaceSelector: { matchLabels: { [label]: "refused" } },
      },
      validations: [
        {
          expression: "object.kind == 'PodExecOptions' && has(object.command) && object.command[0] == 'allowed'",
          messageExpression: [
            "'not ' + object.apiVersion + ' ' + object.kind",
            "request.kind.kind + ' ' + request.resource.resource + '/' + request.subResource",
            "request.operation + ' ' + request.namespace + '/' + request.name",
            "string(oldObject == null) + string(has(object.metadata))",
            "(has(object.stdin) && object.stdin ? 'stdin' : '') + (has(object.tty) && object.tty ? 'tty' : '')",
            "(has(object.container) ? object.container : '') + (has(object.path) ? object.path : '')",
            "string(has(object.ports) ? size(object.ports) : 0) + string(has(object.stdout)) + string(has(object.stderr))",
          ].join(" + ' ' + "),
        },
      ],
    },
  }),
  sending(`POST ${admission}/validatingadmissionpolicybindings`, {
    metadata: { name: "connections" },
    spec: { policyName: "connections", validationActions: ["Deny"] },
  }),
];

const refused = patching("merge", "/api/v1/namespaces/{ns}", { metadata: { labels: { [label]: "refused" } } });
const all = "/api/v1/namespaces/{ns}/pods";
const pod = sending(`POST ${all}`, { metadata: { name: "p" }, spec: { containers: [{ name: "a", image: "a:1" }] } });

const asked: readonly string[] = [
  `POST ${all}/p/exec?command=ls`,
  `GET ${all}/p/exec?command=ls`,
  `POST ${all}/p/exec`,
  `POST ${all}/p/exec?command=ls&command=-l&stdin=true&stdout=1&stderr=false&tty=&container=a`,
  `POST ${all}/p/exec?command=ls&stdin=0&stdin=1&tty=FALSE`,
  `POST ${all}/p/exec?command=allowed`,
  `POST ${all}/p/exec?command=allowed&container=z`,
  `POST ${all}/none/exec?command=allowed`,
  `POST ${all}/none/exec?command=ls`,
  `POST ${all}/p/attach?stdin=true&container=a`,
  `GET ${all}/p/attach`,
  `POST ${all}/p/portforward?ports=80&ports=81`,
  `POST ${all}/p/portforward`,
  `GET ${all}/p/proxy`,
  `GET ${all}/p/proxy/`,
  `GET ${all}/p/proxy/a/b`,
  `GET ${all}/p/proxy/a/?path=c`,
  `DELETE ${all}/p/proxy/a`,
  `GET ${all}/none/proxy/a`,
  `GET ${all}/http:p:80/proxy`,
  `GET ${all}/p:80/proxy`,
  `GET ${all}/:p:80/proxy`,
  `GET ${all}/ftp:p:80/proxy`,
  `GET ${all}/http:p:80:a/proxy`,
  "GET /api/v1/namespaces/{ns}/services/none/proxy/a",
  "PATCH /api/v1/namespaces/{ns}/services/none/proxy",
  `GET ${all}/p/log`,
  `PUT ${all}/p/exec?command=ls`,
  `POST ${all}/p/exec?command=ls&dryRun=All`,
  `POST ${all}/p/portforward?dryRun=`,
];

/** Connections to Pods and Services, with and without a policy that rejects them. */
export const connectionCases: readonly WireCase[] = [
  ...asked.map((send) => ({ what: `refused: ${send}`, first: [pod, refused], send })),
  ...asked.map((send) => ({ what: `not refused: ${send}`, first: [pod], send })),
  ...["exec?command=ls", "attach", "portforward", "proxy"].flatMap((part) =>
    ["GET", "POST"].map((method) => ({
      what: `who may only read: ${method} ${part}`,
      first: [pod],
      ...as("watcher", { send: `${method} ${all}/p/${part}` }),
    })),
  ),
];
