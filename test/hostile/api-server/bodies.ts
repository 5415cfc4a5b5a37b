import type { SeededRandom } from "@capstan/harness/random";
import { dump } from "js-yaml";
import { brokenBytes, brokenText, mutatedJson, randomBytes } from "./mutations.ts";
import { hostileText, hostileWord } from "./values.ts";

/** The body of a request, and its content type. */
export interface Payload {
  readonly contentType: string;
  readonly bytes: Buffer;
}

const protobufMagic = Buffer.from("k8s\0", "latin1");

/** An object in a format that a server reads, or nearly so. */
export function objectBody(random: SeededRandom, sample: unknown): Payload {
  const form = random.pick([
    "json",
    "json",
    "json",
    "json",
    "json",
    "json",
    "yaml",
    "yaml",
    "protobuf",
    "protobuf",
    "cbor",
    "nonsense",
  ] as const);
  switch (form) {
    case "json":
      return text("application/json", mutatedJson(random, sample));
    case "yaml":
      return text("application/yaml", yamlText(random, sample));
    case "protobuf": {
      const inner = brokenBytes(random, Buffer.from(JSON.stringify(sample)));
      const bytes = Buffer.concat([protobufMagic, envelope(inner)]);
      return { contentType: "application/vnd.kubernetes.protobuf", bytes: brokenBytes(random, bytes) };
    }
    case "cbor": {
      const bytes = Buffer.concat([Buffer.from([0xd9, 0xd9, 0xf7]), randomBytes(random, 200)]);
      return { contentType: "application/cbor", bytes };
    }
    case "nonsense": {
      const contentType = random.pick([
        "",
        "text/html",
        "application/json; charset=utf-7",
        "a/b;;;",
        "application/json",
      ]);
      return { contentType, bytes: randomBytes(random, 300) };
    }
  }
}

/** A message of Kubernetes' `Unknown`: its type, and content that may be an object. */
function envelope(inner: Buffer): Buffer {
  const type = Buffer.from([0x0a, 0x0b, 0x0a, 0x02, 0x76, 0x31, 0x12, 0x05, 0x47, 0x65, 0x61, 0x72, 0x73]);
  const length = Buffer.from([0x12, (inner.length & 0x7f) | 0x80, (inner.length >> 7) & 0x7f]);
  return Buffer.concat([type, length, inner]);
}

function yamlText(random: SeededRandom, sample: unknown): string {
  const own = dump(sample);
  return random.pick([
    () => own,
    () => brokenText(random, own),
    () => `a: &a [x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n${own}`,
    () => `---\n${own}---\n${own}`,
    () => `!!js/function "x"\n${own}`,
    () => `<<: *none\n${own}`,
    () => `? [a, b]\n: c\n${own}`,
    () => hostileText(random),
  ])();
}

const pointers = [
  "",
  "/",
  "/metadata",
  "/metadata/name",
  "/spec",
  "/spec/0",
  "/metadata/labels/a~1b",
  "/~2",
  "/-",
  "/metadata/managedFields/0",
  "/spec/list/-",
  "/spec/list/99999999999",
  "/__proto__/x",
];

/** A patch of any type, whose content may be that of another type. */
export function patchBody(random: SeededRandom, sample: unknown): Payload {
  const type = random.pick([
    "json-patch+json",
    "merge-patch+json",
    "strategic-merge-patch+json",
    "apply-patch+yaml",
    "apply-patch+cbor",
    "nonsense",
  ]);
  const contentType = `application/${type}`;
  if (type === "apply-patch+cbor" || random.happens(0.05)) return { contentType, bytes: randomBytes(random, 100) };
  if (type === "json-patch+json" && random.happens(0.9)) return text(contentType, jsonPatch(random));
  if (type === "apply-patch+yaml") return text(contentType, mutatedJson(random, withOwners(random, sample)));
  return text(contentType, mutatedJson(random, sample));
}

function jsonPatch(random: SeededRandom): string {
  const operation = (): string => {
    const op = random.pick(["add", "remove", "replace", "move", "copy", "test", "nonsense"]);
    const path = JSON.stringify(random.pick([...pointers, hostileWord(random)]));
    return `{"op":"${op}","path":${path},"from":${JSON.stringify(random.pick(pointers))},"value":${hostileText(random)}}`;
  };
  const count = random.pick([0, 1, 2, 5, 30]);
  return `[${Array.from({ length: count }, operation).join(",")}]`;
}

/** An object with managed fields that no server would write. */
function withOwners(random: SeededRandom, sample: unknown): unknown {
  if (random.happens(0.5)) return sample;
  const { metadata, ...rest } = sample as { metadata: object };
  const owner = {
    manager: hostileWord(random),
    operation: random.pick(["Apply", "Update", "Own"]),
    apiVersion: random.pick(["v1", "", "a/b/c"]),
    time: random.pick(["2026-01-01T00:00:00Z", "never"]),
    fieldsType: random.pick(["FieldsV1", "FieldsV2"]),
    fieldsV1: random.pick([
      { "f:spec": { 'k:{"name":"a"}': {} } },
      { "k:{": {} },
      { "v:1": {}, "i:-1": {}, ".": {} },
      { "x:y": 5 },
      [],
    ]),
  };
  return { ...rest, metadata: { ...metadata, managedFields: [owner] } };
}

function text(contentType: string, content: string): Payload {
  return { contentType, bytes: Buffer.from(content) };
}
