import type { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import { controlPlaneRef } from "../expected/control-plane.ts";
import { type DifferentialCase } from "./differential-case.ts";

function worker(name: string, spec: KubeadmConfigSpec, rest: Partial<DifferentialCase> = {}): DifferentialCase {
  return { name: `awkward-${name}`, role: "worker", version: "v1.36.0", spec, ...rest };
}

function file(content: string): KubeadmConfigSpec {
  return { files: [{ path: "/etc/a", content }] };
}

const template = (content: string): KubeadmConfigSpec => ({
  files: [{ path: "/etc/t", content, contentFormat: "Template" }],
});

const secret = (name: string, key: string) => ({ secret: { name: `awkward-${name}-s`, key } });

/** Inputs that strings, YAML and Go each treat in their own way. */
export const awkwardCases: readonly DifferentialCase[] = [
  { name: "awkward-no-spec-worker", role: "worker", version: "v1.36.0" },
  { name: "awkward-no-spec-init", role: "init", version: "v1.30.0" },
  { name: "awkward-no-spec-control-plane", role: "control-plane", version: "v1.31.0" },
  worker("user-number", { users: [{ name: "123" }] }, { difference: "bare-text" }),
  worker("user-word", { users: [{ name: "u", gecos: "yes" }] }, { difference: "bare-text" }),
  worker("mount-number", { mounts: [["/dev/sdb", "/mnt", "ext4", "defaults", "0", "2"]] }, { difference: "bare-text" }),
  worker("owner-numbers", { files: [{ path: "/a", owner: "0:0", content: "x" }] }, { difference: "bare-text" }),
  worker("gecos-colon", { users: [{ name: "u", gecos: "a: b" }] }, { difference: "bare-text" }),
  worker("gecos-comment", { users: [{ name: "u", gecos: "a #b" }] }, { difference: "bare-text" }),
  worker("path-brace", { files: [{ path: "{a}", content: "x" }] }, { difference: "bare-text" }),
  worker("jinja-user", { users: [{ name: "u", gecos: "{{ ds.meta_data.x }}" }] }, { difference: "bare-text" }),
  worker("content-deep", file("    a\n  b\n"), { difference: "indentation" }),
  worker("content-all-deep", file("  a\n  b\n"), { difference: "indentation" }),
  worker("content-tab", file("\ta\n\tb\n")),
  worker("content-empty-lines", file("\n\na\n\n\n")),
  worker("content-spaces-only", file("   "), { difference: "indentation" }),
  worker("content-crlf", file("a\r\nb\r\n"), { difference: "line-ends" }),
  worker("content-separator", file("a\u2028b\u0085c\n")),
  worker("content-yaml", file("---\n- a: b # c\n...\n%YAML\n")),
  worker("content-none", { files: [{ path: "/etc/empty" }] }),
  worker("commands", {
    preKubeadmCommands: ["a\u2028b", "\u0007\u200b\ufeff", "tab\t", "%s %q", "\\x", "{{ 'x' }}: y"],
  }),
  worker(
    "password-line-end",
    { users: [{ name: "u", passwdFrom: secret("password-line-end", "p") }] },
    {
      secrets: { "awkward-password-line-end-s": { p: "$6$x\n" } },
    },
  ),
  worker(
    "secret-bytes",
    { files: [{ path: "/b", contentFrom: secret("secret-bytes", "b") }] },
    {
      secrets: { "awkward-secret-bytes-s": { b: Buffer.from([0xff, 0x00, 0x0a, 0x80]) } },
      difference: "bytes",
    },
  ),
  worker("template-none", template("{{ .controlPlane.version }} {{ if .controlPlane }}a{{ else }}b{{ end }} {{ .x }}")),
  worker(
    "template-language",
    template(
      [
        "{{/* c */}}{{- $x := 3 -}} {{ $x }} {{ range $v := $x }}{{ $v }},{{ end }}",
        '{{ printf "%5.2s|%-4d|%04d|%q|%x|%v|%t|%d|%s" "abc" 7 -7 "a\\"" "hi" nil true "no" }}',
        '{{ define "t" }}<{{ . }}>{{ end }}{{ template "t" "a" }}{{ block "u" 1 }}[{{ . }}]{{ end }}',
        '{{ "<a href=\'x\'>&" | html }} {{ js "a\'b<é=\\n" }} {{ urlquery "a b/ü!~*" }}',
        '{{ with $y := .nothing }}x{{ else with 5 }}{{ . }}{{ else }}z{{ end }} {{ and 1 0 2 }} {{ or 0 "" 3 }} {{ not 0 }}',
        '{{ eq 1 2 1 }} {{ lt 1 2 }} {{ ne "a" "b" }} {{ len "ü" }} {{ index "ab" 1 }} {{ slice "abcd" 1 3 }} {{ print 1 2 "a" 3 }}',
        "{{ println 1 true }}{{ range 5 }}{{ if eq . 1 }}{{ continue }}{{ else if eq . 3 }}{{ break }}{{ end }}{{ . }}{{ end }}",
        "{{ 0x1f }} {{ 'a' }} {{ 1_000 }} {{ 010 }} {{ `raw` }} {{ (print 1) }} {{ . }} {{- /* d */ -}}   ",
      ].join("\n"),
    ),
  ),
  worker(
    "template-raw",
    { files: [{ path: "/r", content: "{{ .x }}\n", contentFormat: "Raw" }] },
    { refusedByCloudInit: "the Go template is not valid Jinja, which cloud-init renders first" },
  ),
  worker(
    "template-secret",
    { files: [{ path: "/s", contentFrom: secret("template-secret", "t"), contentFormat: "Template" }] },
    {
      secrets: { "awkward-template-secret-s": { t: "{{ len . }}\n" } },
    },
  ),
  worker("template-version", template("{{ .controlPlane.version }} {{ . }}\n"), {
    cluster: { controlPlaneRef },
  }),
  worker(
    "control-plane-missing",
    { verbosity: 1 },
    {
      cluster: { controlPlaneRef: { ...controlPlaneRef, name: "nowhere" } },
      go: "refused",
      difference: "control-plane-read",
    },
  ),
  worker("template-unknown-function", template("{{ nothing }}"), { go: "refused" }),
  worker("template-range-two", template("{{ range $i, $v := 3 }}{{ end }}"), { go: "refused" }),
  worker("template-no-end", template("{{ if 1 }}"), { go: "refused" }),
  worker("template-too-big", template('{{ range 20000 }}{{ printf "%100s" "" }}{{ end }}'), { go: "refused" }),
  worker("template-wrong-field", template('{{ "a" | len | print | index 1 }}'), { go: "refused" }),
  worker("taint-effects", {
    joinConfiguration: {
      nodeRegistration: { taints: [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoExecute" }] },
    },
  }),
  worker("taint-there", {
    joinConfiguration: {
      nodeRegistration: { taints: [{ key: "node.cluster.x-k8s.io/uninitialized", effect: "NoSchedule", value: "x" }] },
    },
  }),
  worker("no-taints", { joinConfiguration: { nodeRegistration: { taints: [] } } }),
  worker("version-short", { verbosity: 0 }, { version: "1.36" }),
  worker("version-build", { verbosity: -1 }, { version: "v1.30.1+k3s1" }),
  worker("skip-verification", {
    joinConfiguration: { discovery: { bootstrapToken: { unsafeSkipCAVerification: true } } },
  }),
];
