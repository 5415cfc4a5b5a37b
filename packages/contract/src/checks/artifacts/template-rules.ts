import { isJsonObject, listAt } from "@capstan/kube";
import { stringsIn, variablesIn } from "../components/variables.ts";
import { labelOf, textOrEmpty } from "../rule/json.ts";
import { type Fault, type Rule, rule } from "../rule/rule.ts";
import { type Release, type ReleaseFile } from "./release.ts";

const commonVariables = [
  "CLUSTER_NAME",
  "NAMESPACE",
  "KUBERNETES_VERSION",
  "CONTROL_PLANE_MACHINE_COUNT",
  "WORKER_MACHINE_COUNT",
];

/** The rules about cluster templates and ClusterClasses. */
export const templateRules: readonly Rule<Release>[] = [
  rule("CT-009", function* ({ templates }) {
    for (const { path, name } of templates) {
      if (/^cluster-template(-[^/]+)?\.yaml$/.test(name)) continue;
      yield {
        object: path,
        path: "",
        expected: "cluster-template.yaml or cluster-template-<flavor>.yaml",
        actual: name,
      };
    }
  }),
  rule("CT-010", function* ({ templates }) {
    for (const { path, sources } of templates) {
      for (const document of sources) {
        const namespace = textOrEmpty(document, "metadata", "namespace");
        if (document.kind === "Namespace") {
          yield { object: path, path: labelOf(document), expected: "no Namespace object", actual: "Namespace" };
        } else if (namespace !== "" && !/^\$\{\s*NAMESPACE\b.*\}$/.test(namespace)) {
          const where = `${labelOf(document)} metadata.namespace`;
          // clusterctl overwrites it.
          yield { object: path, path: where, expected: "${NAMESPACE} or nothing", actual: namespace, level: "SHOULD" };
        }
      }
    }
  }),
  rule("CT-011", function* ({ templates }) {
    for (const { path, sources } of templates) {
      const used = new Set([...stringsIn(sources)].flatMap(({ text }) => variablesIn(text)).map(({ name }) => name));
      const unused = commonVariables.filter((name) => !used.has(name));
      if (unused.length > 0)
        yield { object: path, path: "", expected: "all common variables", actual: `without ${unused.join(", ")}` };
    }
  }),
  rule("CT-012", function* ({ templates }) {
    for (const { path, documents } of templates) {
      const known = new Set(
        documents.map((document) => `${String(document.kind)} ${textOrEmpty(document, "metadata", "name")}`),
      );
      for (const reference of referencesIn(documents)) {
        if (!known.has(reference))
          yield { object: path, path: "", expected: "all referenced objects", actual: reference };
      }
    }
  }),
  rule("CT-013", function* ({ clusterClasses }) {
    for (const file of clusterClasses) {
      const names = classNames(file);
      const [name = ""] = names;
      const isNamed =
        variablesIn(name).length > 0
          ? file.name.startsWith("clusterclass-")
          : file.name === `clusterclass-${name}.yaml`;
      if (names.length === 1 && isNamed) continue;
      yield {
        object: file.path,
        path: "",
        expected: names.map((name) => `clusterclass-${name}.yaml`).join(", "),
        actual: file.name,
      };
    }
  }),
  rule("CT-014", classContentFaults),
];

function classNames({ documents }: ReleaseFile): string[] {
  return documents
    .filter(({ kind }) => kind === "ClusterClass")
    .map((document) => textOrEmpty(document, "metadata", "name"));
}

function* classContentFaults({ clusterClasses }: Release): Iterable<Fault> {
  const seen = new Map<string, string>();
  for (const { path, documents, sources } of clusterClasses) {
    for (const document of documents) {
      const namespace = textOrEmpty(document, "metadata", "namespace");
      if (namespace !== "")
        yield { object: path, path: `${labelOf(document)} metadata.namespace`, expected: "nothing", actual: namespace };
      const owner = seen.get(labelOf(document));
      if (owner !== undefined)
        yield { object: path, path: labelOf(document), expected: "an object that no other file has", actual: owner };
      seen.set(labelOf(document), path);
    }
    for (const { path: below } of [...stringsIn(documents)].filter((text) =>
      /(^|\.)\w*[rR]ef\.namespace$/.test(text.path),
    )) {
      yield { object: path, path: below, expected: "no namespace in a reference", actual: "namespace" };
    }
    const variable = [...stringsIn(sources)].flatMap(({ text }) => variablesIn(text))[0];
    if (variable !== undefined) yield { object: path, path: "", expected: "no variables", actual: variable.text };
  }
}

/** Kind and name of every object in a `*Ref` or `ref` field. */
function* referencesIn(value: unknown): Iterable<string> {
  if (Array.isArray(value)) {
    for (const item of listAt({ value }, "value")) yield* referencesIn(item);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const [kind, name] = [textOrEmpty(item, "kind"), textOrEmpty(item, "name")];
      if (/^ref$|Ref$/.test(key) && kind !== "" && name !== "") yield `${kind} ${name}`;
      yield* referencesIn(item);
    }
  }
}
