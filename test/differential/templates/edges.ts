/** Templates at the edges of the grammar, both accepted and refused. */
export const edges: readonly string[] = [
  // Trimming.
  ...String.raw`a {{- 1}} b
a {{1 -}} b
a {{-1}} b
{{- 1 -}}
a{{1}} b {{2}} c
{{1 -}}a {{2}}
a {{- /* a */}} b
{{/* a */}}
{{/* a }}
{{/* a */ }}
{{/**/}}a
{{ /* a */ }}
{{-/* a */}}
{{1}
{{ 1 }
{{1-}}
{{- }}
{{}}
{{1}}}}
{{{1}}}`.split("\n"),
  "a\t\r\n {{- 1 -}}\t\r\n b",
  "  {{- 1 -}}  ",
  " {{- /* a */ -}} b",
  " {{/* a */ -}} b",
  "{{1 -}}\n\n{{- 2}}",
  "a {{-\n1\n-}} b",
  "\r{{- 1}}",
  "{{1\n}}",
  // Adjacent words.
  ...String.raw`{{.controlPlane.version}}
{{.controlPlane .version}}
{{$.controlPlane.version}}
{{$ .version}}
{{(.).controlPlane.version}}
{{(.) .controlPlane}}
{{1.5.a}}
{{..controlPlane}}
{{. .}}
{{$x}}
{{$x.y}}
{{.1}}
{{.a1}}
{{._}}
{{print.controlPlane}}
{{nil.a}}
{{true.a}}
{{"a".b}}
{{print 1(2)}}
{{print(1)}}
{{print (1)(2)}}
{{print(1)2}}
{{print 1"a"}}
{{(print).a}}
{{print "a""b"}}
{{1|print}}
{{1 |print}}
{{$x:=1}}{{$x}}
{{$x :=1}}{{$x}}
{{1,2}}
{{print 1,2}}
{{$x=1}}
{{$x :=1}}{{$x=2}}
{{$x :=1}}{{$x =2}}{{$x}}
{{1print}}
{{print"a"}}
{{if 0}}{{"a".b}}{{end}}
{{if 0}}{{1 .b}}{{end}}
{{if 0}}{{nil.b}}{{end}}
{{if 0}}{{true.b}}{{end}}
{{if 0}}{{(1).b}}{{end}}
{{if 0}}{{..b}}{{end}}
{{if 0}}{{print.b}}{{end}}
{{print.b 1}}`.split("\n"),
  '{{print "a"`b`}}',
  // Numbers and characters.
  ...String.raw`{{0x1F}}
{{0X1f}}
{{0b101}}
{{0o17}}
{{017}}
{{08}}
{{1_000}}
{{1__0}}
{{1_0.5}}
{{1_0e1_0}}
{{1_.5}}
{{1._5}}
{{1_}}
{{0_7}}
{{0b_1}}
{{9223372036854775808}}
{{-0}}
{{0x1.8p1}}
{{0x.8p-1}}
{{0X1P+2}}
{{0x1.8}}
{{0xp1}}
{{-0x1p-1}}
{{0x1p}}
{{0x1.8p1_0}}
{{_1}}
{{0x_1}}
{{1e3}}
{{1E3}}
{{1.}}
{{1.e1}}
{{.5}}
{{-1}}
{{+1}}
{{- 1}}
{{--1}}
{{+-1}}
{{1-1}}
{{1+1}}
{{0x1e3}}
{{0x1p4}}
{{1e}}
{{1a}}
{{0b2}}
{{0o8}}
{{00}}
{{-017}}
{{0e1}}
{{'a'}}
{{'é'}}
{{'\n'}}
{{'\''}}
{{'\x41'}}
{{'\u00e9'}}
{{'\U0001F600'}}
{{'\101'}}
{{'ab'}}
{{''}}
{{'a}}
{{"\a\b\f\n\r\t\v\\\""}}
{{"\'"}}
{{'\"'}}
{{"\z"}}
{{"\x4"}}
{{"\u12"}}
{{"\400"}}
{{"\udfff"}}
{{"\ue000"}}
{{"\U00110000"}}`.split("\n"),
  "{{`a\\n\n`}}",
  '{{"a\n"}}',
  "{{`a}}",
  // Pipelines.
  ...String.raw`{{1 | 2}}
{{1 | .}}
{{1 | "a"}}
{{1 | nil}}
{{1 | true}}
{{1 | $}}
{{1 | .controlPlane}}
{{1 | (print)}}
{{1 | print | print}}
{{|}}
{{1|}}
{{1 | }}
{{(1|)}}
{{(1|) | print}}
{{print (2 | ) 1}}
{{if 1|}}2{{end}}
{{1||}}
{{1| |}}
{{|1}}
{{print |}}
{{1 ||print}}
{{(1}}
{{1)}}
{{()}}
{{(1) | print}}
{{print (1 | print)}}
{{print ()}}
{{(print 1 | print).a}}
{{$x := 1 | print}}{{$x}}
{{$x = 1}}
{{$x := 1}}{{$x = 2}}{{$x}}
{{$x, $y := 1}}
{{$x, $y = 1}}
{{$x,}}
{{$x, 1}}
{{:= 1}}
{{$x :=}}
{{$x := 1}}{{$y := $x}}{{$x = 2}}{{$x}}{{$y}}
{{$x := 1}}{{$y, $x := .}}
{{1 := 2}}
{{$x := $x}}
{{$ := 1}}{{$}}
{{$ = 1}}{{$}}
{{nil}}
{{print nil}}
{{nil | print}}
{{(nil)}}
{{true}}{{false}}
{{true 1}}
{{. 1}}
{{.missing 1}}
{{.controlPlane 1}}
{{$.missing.a 1}}
{{1 | .missing}}
{{1 | .controlPlane.version}}
{{print print}}
{{len len}}
{{print (print 1)}}
{{secret}}
{{toString}}
{{constructor}}
{{.constructor}}
{{.controlPlane.toString}}
{{.__proto__}}
{{index . "constructor"}}
{{and}}
{{or}}
{{1 | and 0}}
{{1 | and 2}}
{{0 | or 2}}
{{3 | or 0}}
{{and .missing 1}}
{{or .missing .missing}}
{{or nil nil}}
{{and nil}}
{{and 1 (index 1 2)}}`.split("\n"),
  // Conditions.
  ...String.raw`{{if 0}}1{{end}}
{{if 1}}1{{end}}
{{if 0.0}}1{{end}}
{{if 0.5}}1{{end}}
{{if ""}}1{{end}}
{{if nil}}1{{end}}
{{if .}}1{{end}}
{{if .missing}}1{{else}}2{{end}}
{{if true}}1{{else}}2{{end}}
{{if}}1{{end}}
{{if 1}}
{{if 1}}{{else}}
{{end}}
{{else}}
{{if 1}}{{end}}{{end}}
{{if 0}}1{{else if 1}}2{{end}}
{{if 0}}1{{else if 0}}2{{else}}3{{end}}
{{if 1}}{{else}}{{else}}{{end}}
{{if 1}}{{else with 1}}{{end}}
{{if 1}}{{else 1}}{{end}}
{{if 1}}{{else "if" 1}}{{end}}
{{if 1}}{{else if}}{{end}}
{{if 1}}{{end 1}}
{{if $x := 1}}{{$x}}{{end}}
{{if $x := 0}}{{else}}{{$x}}{{end}}
{{if $x := 1}}{{end}}{{$x}}
{{if $x := 0}}{{else if $y := 2}}{{$x}}{{$y}}{{end}}
{{if 1}}{{$x := 1}}{{end}}{{$x}}
{{if 1}}{{$x := 1}}{{else}}{{$x}}{{end}}
{{"if"}}
{{"end"}}
{{"range"}}`.split("\n"),
  // With.
  ...String.raw`{{with 1}}{{.}}{{end}}
{{with 0}}{{.}}{{else}}{{.}}{{end}}
{{with .controlPlane}}{{.version}}{{end}}
{{with .missing}}1{{else with .controlPlane}}{{.version}}{{else}}2{{end}}
{{with 1}}{{else if 1}}{{end}}
{{with $x := 2}}{{$x}}{{.}}{{$}}{{end}}
{{with}}{{end}}`.split("\n"),
  // Range.
  ...String.raw`{{range 3}}{{.}}{{end}}
{{range $x := 3}}{{$x}}{{.}}{{end}}
{{range $i, $x := 3}}{{$i}}{{end}}
{{range $k, $v := .}}{{$k}}{{$v}}{{end}}
{{range $v := .controlPlane}}{{$v}}{{end}}
{{range .controlPlane}}{{.}}{{end}}
{{range 0}}1{{else}}2{{end}}
{{range nil}}1{{else}}2{{end}}
{{range .missing}}1{{else}}2{{end}}
{{range -1}}1{{else}}2{{end}}
{{range "ab"}}1{{end}}
{{range 1.0}}1{{end}}
{{range 1.5}}1{{end}}
{{range true}}1{{end}}
{{range 1}}{{else range 1}}{{end}}
{{range 1}}{{else if 1}}{{end}}
{{range 1}}{{else range}}{{end}}
{{range $x = 3}}{{$x}}{{end}}
{{$x := 9}}{{range $x = 3}}{{end}}{{$x}}
{{$x := 9}}{{range $x := 3}}{{end}}{{$x}}
{{$x := 9}}{{range $x = 0}}{{end}}{{$x}}
{{range $x := 0}}{{else}}{{$x}}{{end}}
{{range $k, $v := .missing}}{{else}}{{$k}}{{$v}}{{end}}
{{$k := 1}}{{$v := 2}}{{range $k, $v = .controlPlane}}{{$k}}{{$v}}{{end}}{{$k}}{{$v}}
{{$y := 3}}{{range $x, $y}}{{$x}}{{end}}
{{$y := 3}}{{range $x, $y}}{{$y}}{{end}}
{{range $x, $y}}{{end}}
{{range $x,}}{{end}}
{{range $x, 3}}{{end}}
{{range $x, $y, $z := .}}{{end}}
{{range ($x, $y := .)}}{{end}}
{{with $x, $y := .}}{{end}}
{{if $x, $y := .}}{{end}}
{{print ($x := 1) $x}}
{{range 2}}{{$x := .}}{{range $x := 2}}{{$x}}{{end}}{{$x}}{{end}}
{{range 2}}{{$x := .}}{{$x}}{{end}}
{{range 2}}{{$x := .}}{{end}}{{$x}}
{{range 4}}{{if eq . 2}}{{break}}{{end}}{{.}}{{end}}
{{range 4}}{{if eq . 2}}{{continue}}{{end}}{{.}}{{end}}
{{range 2}}{{range 3}}{{if eq . 1}}{{break}}{{end}}{{.}}{{end}}{{.}}{{end}}
{{range 2}}{{with .}}{{break}}{{end}}{{.}}{{end}}
{{range 2}}{{.}}{{else}}{{break}}{{end}}
{{range 2}}{{break 1}}{{end}}
{{range 2}}{{continue 1}}{{end}}
{{break}}
{{continue}}
{{if 1}}{{break}}{{end}}
{{range 2}}{{block "b" 1}}{{break}}{{end}}{{end}}
{{range 2}}{{block "b" .}}{{.}}{{end}}{{end}}
{{range $i := 2}}{{range $j := 2}}{{$i}}{{$j}} {{end}}{{end}}`.split("\n"),
  // Templates in templates.
  ...String.raw`{{define "t"}}{{.}}{{end}}{{template "t"}}
{{define "t"}}{{.}}{{end}}{{template "t" 1}}
{{template "t" 1}}{{define "t"}}{{.}}{{end}}
{{define "t"}}{{$}}{{end}}{{template "t" 1}}
{{$x := 1}}{{define "t"}}{{$x}}{{end}}{{template "t"}}
{{$x := 1}}{{define "t"}}{{$x := 2}}{{end}}{{template "t"}}{{$x}}
{{define "t"}}{{$x := 2}}{{$x}}{{end}}{{template "t"}}{{template "t"}}
{{define "t"}}a{{end}}{{define "t"}}b{{end}}{{template "t"}}
{{define "t"}} {{end}}{{define "t"}}b{{end}}{{template "t"}}
{{define "t"}}a{{end}}{{define "t"}} {{end}}{{template "t"}}
{{define "t"}}{{1}}{{end}}{{define "t"}}b{{end}}{{template "t"}}
{{define "t"}} {{1}}{{end}}{{define "t"}}b{{end}}{{template "t"}}
{{define "t"}}a{{end}}{{define "t"}}{{1}}{{end}}{{template "t"}}
{{define "t"}}{{if 0}}{{end}}{{end}}{{define "t"}}b{{end}}{{template "t"}}
{{define "t" 1}}{{end}}
{{define "t" }}a{{end}}{{template "t"  }}
{{define}}{{end}}
{{define t}}{{end}}
{{define 1}}{{end}}
{{if 1}}{{define "t"}}{{end}}{{end}}
{{define "t"}}{{define "u"}}{{end}}{{end}}
{{define "t"}}
{{define "t"}}{{else}}{{end}}
{{template}}
{{template t}}
{{template "t"}}
{{if 0}}{{template "t"}}{{end}}
{{template "t" 1 2}}
{{define "t"}}{{.}}{{end}}{{template "t" print 1 2}}
{{define "t"}}{{.}}{{end}}{{template "t" 1 | print}}
{{define "t"}}{{.}}{{end}}{{$x := 7}}{{template "t" $x}}
{{define "t"}}{{.}}{{end}}{{template "t" $x}}
{{if 0}}{{template "t" $x}}{{end}}{{define "t"}}{{end}}
{{define "t"}}{{.}}{{end}}{{range 2}}{{template "t" .}}{{end}}{{.controlPlane.version}}
{{block "b" 1}}{{.}}{{end}}
{{block "b"}}{{.}}{{end}}
{{block "b" .}}{{.controlPlane.version}}{{end}}{{template "b" .}}
{{block "b" 1}}{{.}}{{else}}{{end}}
{{block}}{{end}}
{{if 1}}{{block "b" 1}}{{.}}{{end}}{{end}}
{{define "t"}}{{if .}}{{.}}{{template "t" slice . 1}}{{end}}{{end}}{{template "t" "abc"}}`.split("\n"),
  '{{define "t"}} a{{end}}{{define "t"}}\n{{end}}{{template "t"}}',
  "{{define `t`}}a{{end}}{{template `t`}}",
  // Undeclared variables, also in branches that do not run.
  ...String.raw`{{if 0}}{{$x}}{{end}}
{{if 1}}{{else}}{{$x}}{{end}}
{{if 0}}{{print $x}}{{end}}
{{if 0}}{{print (print $x)}}{{end}}
{{if 0}}{{1 | print $x}}{{end}}
{{if 0}}{{with $x}}{{end}}{{end}}
{{if 0}}{{range $x}}{{end}}{{end}}
{{if 0}}{{if $x}}{{end}}{{end}}
{{if 0}}{{with 1}}{{$x}}{{end}}{{end}}
{{if 0}}{{range 1}}{{$x}}{{end}}{{end}}
{{if 0}}{{range 1}}{{else}}{{$x}}{{end}}{{end}}
{{if 0}}{{$x.y}}{{end}}
{{if 0}}{{($x)}}{{end}}
{{if 0}}{{$x = 1}}{{end}}
{{if 0}}{{range 1}}{{$x := 1}}{{break}}{{$x}}{{continue}}{{end}}{{end}}
{{if 0}}{{$x := 1}}a{{$x}}{{end}}
{{define "t"}}{{$x}}{{end}}
{{$}}{{if 0}}{{$}}{{end}}`.split("\n"),
  // Output.
  ...String.raw`{{.}}{{.missing}}{{.missing.field}}{{.controlPlane}}
{{$x := .missing}}{{$x}}{{print $x}}{{$x.y}}
{{.controlPlane.version.field}}
{{(1).a}}
{{1.5}}{{100000.0}}{{1e20}}{{1e21}}{{1e-5}}{{-0.0}}
{{print 1 2 "a" "b" 3 nil nil .}}
{{println 1 "a"}}{{println}}
plain text
{ {} }`.split("\n"),
];
