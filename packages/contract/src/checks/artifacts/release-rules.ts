import { coreProvider } from "../../names/core-provider.ts";
import { stringsIn, variablesIn } from "../components/variables.ts";
import { labelOf, textOrEmpty } from "../rule/json.ts";
import { isJsonObject, listAt } from "@capstan/kube";
import { labels } from "../../names/labels.ts";
import { type Fault, type Rule, rule } from "../rule/rule.ts";
import { semanticVersion } from "./metadata-rules.ts";
import { componentsName, type Release, type ReleaseFile } from "./release.ts";

const labelForm = /^(infrastructure|bootstrap|control-plane|ipam|runtime-extension|addon)-(.+)$/;
const commonVariables = [
  "CLUSTER_NAME",
  "NAMESPACE",
  "KUBERNETES_VERSION",
  "CONTROL_PLANE_MACHINE_COUNT",
  "WORKER_MACHINE_COUNT",
];

/** The rules about the files of a release and their names. */
export const releaseRules: readonly Rule<Release>[] = [
  rule("PC-002", function* ({ files, components, options }) {
    const type = labelForm.exec(labelOfProvider({ components, options }))?.[1];
    for (const { path, name } of files.filter(
      (file) => file.name.includes("components") && file.documents.length > 0,
    )) {
      const expected = type === undefined ? "<type>-components.yaml" : `${type}-components.yaml`;
      if (type === undefined ? !componentsName.test(name) : name !== expected) {
        yield { object: path, path: "", expected: `the name ${expected}`, actual: name };
      }
    }
  }),
  rule("PC-014", function* ({ components, options }) {
    const label = labelOfProvider({ components, options });
    if (label === "" || (label === coreProvider && isCoreRelease(components))) return;
    const name = labelForm.exec(label)?.[2];
    const valid = name !== undefined && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name) && name !== coreProvider;
    if (!valid) yield { path: "provider name", expected: "lower case letters, digits and dashes", actual: label };
    else if (name.length > 63)
      yield { path: "provider name", expected: "63 characters at most", actual: name, level: "SHOULD" };
  }),
  rule("CT-001", function* ({ metadata, components, templates, files }) {
    if (files.length === 0) return;
    if (metadata === undefined) yield { path: "", expected: "metadata.yaml", actual: files.map(({ path }) => path) };
    if (components.length === 0) {
      yield { path: "", expected: "<type>-components.yaml", actual: files.map(({ path }) => path) };
    }
    if (templates.length === 0) yield { path: "", expected: "a cluster template", actual: "none", level: "MAY" };
  }),
  rule("CT-002", function* ({ version }) {
    if (version === undefined || semanticVersion.test(version)) return;
    yield { path: "version", expected: "a semantic version such as v1.2.3", actual: version };
  }),
  rule("CT-003", function* ({ components, options }) {
    const label = labelOfProvider({ components, options });
    for (const { path, folders } of components) {
      const [provider = "", version = ""] = folders.slice(-2);
      // Any other folder may contain an unpublished release.
      if (folders.length < 2 || !(labelForm.test(provider) || semanticVersion.test(version))) continue;
      if (semanticVersion.test(version) && (label === "" || provider === label)) continue;
      const expected = `${label || "<provider label>"}/<version>/<file>, for a local repository`;
      yield { object: path, path: "", expected, actual: path, ...(labelForm.test(provider) ? {} : { level: "MAY" }) };
    }
  }),
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
    for (const { path, documents } of templates) {
      for (const document of documents) {
        const namespace = textOrEmpty(document, "metadata", "namespace");
        if (document.kind === "Namespace") {
          yield { object: path, path: labelOf(document), expected: "no Namespace object", actual: "Namespace" };
        } else if (namespace !== "" && !/^\$\{\s*NAMESPACE\b.*\}$/.test(namespace)) {
          const where = `${labelOf(document)} metadata.namespace`;
          yield { object: path, path: where, expected: "${NAMESPACE} or nothing", actual: namespace };
        }
      }
    }
  }),
  rule("CT-011", function* ({ templates }) {
    for (const { path, documents } of templates) {
      const used = new Set([...stringsIn(documents)].flatMap(({ text }) => variablesIn(text)).map(({ name }) => name));
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
      if (names.length === 1 && file.name === `clusterclass-${names[0] ?? ""}.yaml`) continue;
      yield {
        object: file.path,
        path: "",
        expected: names.map((name) => `clusterclass-${name}.yaml`).join(", "),
        actual: file.name,
      };
    }
  }),
  rule("CT-014", classContentFaults),
  rule("CT-021", function* ({ options }) {
    const { gitLabURL } = options;
    const form = /^https:\/\/gitlab\.[^/]+\/api\/v4\/projects\/[^/]+\/packages\/generic\/[^/]+\/[^/]+\/[^/]+$/;
    if (gitLabURL === undefined || form.test(gitLabURL)) return;
    yield {
      path: "url",
      expected: "https://gitlab.<host>/api/v4/projects/<id>/packages/generic/<name>/<version>/<file>",
      actual: gitLabURL,
    };
  }),
  rule("BP-002", function* ({ files }) {
    const file = files.find(({ name }) => name === "tilt-provider.yaml" || name === "tilt-provider.json");
    if (file?.documents.length === 0) yield { object: file.path, path: "", expected: "an object", actual: undefined };
  }),
];

function labelOfProvider({ components, options }: Pick<Release, "components" | "options">): string {
  const carried = components.flatMap(({ documents }) => documents);
  const found = carried.map((document) => textOrEmpty(document, "metadata", "labels", labels.provider)).find(Boolean);
  return options.providerLabel ?? found ?? "";
}

function isCoreRelease(components: Release["components"]): boolean {
  return components.some(({ name }) => name === "core-components.yaml");
}

function classNames({ documents }: ReleaseFile): string[] {
  return documents
    .filter(({ kind }) => kind === "ClusterClass")
    .map((document) => textOrEmpty(document, "metadata", "name"));
}

function* classContentFaults({ clusterClasses }: Release): Iterable<Fault> {
  const seen = new Map<string, string>();
  for (const { path, documents } of clusterClasses) {
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
    const variable = [...stringsIn(documents)].flatMap(({ text }) => variablesIn(text))[0];
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
