import { type BadConfig, withoutSpec } from "../scene/bad-config.ts";

const templates: readonly (readonly [content: string, ...says: string[]])[] = [
  ["{{ if 1 }}", "line 1 of the template: an end is missing"],
  ["\n\n{{ end }}", "line 3 of the template: an end or else has no matching action"],
  ["{{ nothing }}", "it calls a function that does not exist"],
  ["{{ $x }}", "it uses a variable that is not defined"],
  ['{{ template "x" }}', "it uses a template that is not defined"],
  ["{{ `x", "an action is invalid or does not end"],
  ['{{ "a" "b" }}', "a value that is not a function has arguments"],
  ["{{ nil }}", "nil is not a command"],
  ["{{ break }}", "break outside of range"],
  ['{{ lt "a" 1 }}', "values of these types cannot be compared"],
  ["{{ range $i, $v := 3 }}{{ end }}", "range over an integer has one variable"],
  ['{{ range 20000 }}{{ printf "%100s" "" }}{{ end }}', "its output exceeds 1 MiB"],
  ["{{ range 1000 }}{{ range 1000 }}{{ end }}{{ end }}", "it exceeds the limit of work"],
  ['{{ define "t" }}{{ template "t" }}{{ end }}{{ template "t" }}', "templates include each other endlessly"],
];

const controlPlaneRef = { apiGroup: "controlplane.cluster.x-k8s.io", kind: "NoControlPlane", name: "kcp" };
const aTemplate = {
  files: [{ path: "/a", content: "{{ .controlPlane.version }}", contentFormat: "Template" as const }],
};

/** Input that could block or stop the manager. */
const attacks: readonly (readonly [what: string, content: string, says: string])[] = [
  ["of 40,000 lines and actions", "\n{{1}}".repeat(40_000), "line 20002 of the template: it has too many actions"],
  [
    "with two widths of a million",
    '{{ printf "%1000000d%1000000d" 1 1 }}',
    "line 1 of the template: printf writes more than 1 MiB",
  ],
  ["with 20,000 parentheses", `{{${"(".repeat(20_000)}1${")".repeat(20_000)}}}`, "it is nested deeper than 100 levels"],
  [
    "that doubles a value 40 times",
    '{{$x := "a"}}{{range 40}}{{$x = print $x $x}}{{end}}',
    "the arguments of a function exceed 1 MiB",
  ],
  [
    "of spaces that end in a marker",
    `${" ".repeat(500_000)}b{{- nothing }}`,
    "it calls a function that does not exist",
  ],
];

/** Files that are templates and cannot be rendered. */
export const templateRows: readonly BadConfig[] = [
  ...templates.map(([content, ...says]): BadConfig => ({
    title: `template ${JSON.stringify(content)}`,
    spec: { files: [{ path: "/a", content, contentFormat: "Template" }] },
    reason: "InvalidTemplate",
    says: ["spec.files[0]: ", ...says],
  })),
  {
    title: "a template in the second file",
    spec: { files: [{ path: "/a" }, { path: "/b", content: "{{ else }}", contentFormat: "Template" }] },
    reason: "InvalidTemplate",
    says: ["spec.files[1]: "],
  },
  {
    title: "a template in a Secret",
    spec: { files: [{ path: "/a", contentFrom: { secret: { name: "t", key: "k" } }, contentFormat: "Template" }] },
    secrets: { t: { k: "\n{{ if }}" } },
    reason: "InvalidTemplate",
    says: ["spec.files[0]: line 2 of the template"],
  },
  ...attacks.map(([what, content, says], index): BadConfig => ({
    title: `a template in a Secret, ${what}`,
    spec: {
      files: [{ path: "/a", contentFrom: { secret: { name: `t-${index}`, key: "k" } }, contentFormat: "Template" }],
    },
    secrets: { [`t-${index}`]: { k: content } },
    reason: "InvalidTemplate",
    says: ["spec.files[0]: ", says],
  })),
  {
    title: "a template, and a control plane of a kind that does not exist",
    spec: aTemplate,
    cluster: { controlPlaneRef },
    reason: "WaitingForControlPlane",
    says: ["NoControlPlane"],
    repair: withoutSpec,
  },
];
