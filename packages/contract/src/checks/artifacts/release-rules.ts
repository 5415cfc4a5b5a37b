import { coreProvider } from "../../names/core-provider.ts";
import { textOrEmpty } from "../rule/json.ts";
import { labels } from "../../names/labels.ts";
import { componentsName, isComponentsName, parseProviderLabel } from "../../names/provider-types.ts";
import { type Rule, rule } from "../rule/rule.ts";
import { semanticVersion } from "./metadata-rules.ts";
import { type Release } from "./release.ts";

/** The rules about the files of a release and their names. */
export const releaseRules: readonly Rule<Release>[] = [
  rule("PC-002", function* ({ files, components, options }) {
    const type = parseProviderLabel(labelOfProvider({ components, options }))?.type;
    for (const { path, name } of files.filter(
      (file) => file.name.includes("components") && file.documents.length > 0,
    )) {
      const expected = type === undefined ? "<type>-components.yaml" : componentsName(type);
      if (type === undefined ? !isComponentsName(name) : name !== expected) {
        yield { object: path, path: "", expected: `the name ${expected}`, actual: name };
      }
    }
  }),
  rule("PC-014", function* ({ components, options }) {
    const label = labelOfProvider({ components, options });
    if (label === "" || (label === coreProvider && isCoreRelease(components))) return;
    const name = parseProviderLabel(label)?.name;
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
      if (folders.length < 2 || !(isProviderLabel(provider) || semanticVersion.test(version))) continue;
      if (semanticVersion.test(version) && (label === "" || provider === label)) continue;
      const expected = `${label || "<provider label>"}/<version>/<file>, for a local repository`;
      yield { object: path, path: "", expected, actual: path, ...(isProviderLabel(provider) ? {} : { level: "MAY" }) };
    }
  }),
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

function isProviderLabel(text: string): boolean {
  return parseProviderLabel(text) !== undefined;
}

function labelOfProvider({ components, options }: Pick<Release, "components" | "options">): string {
  const carried = components.flatMap(({ documents }) => documents);
  const found = carried.map((document) => textOrEmpty(document, "metadata", "labels", labels.provider)).find(Boolean);
  return options.providerLabel ?? found ?? "";
}

function isCoreRelease(components: Release["components"]): boolean {
  return components.some(({ name }) => name === componentsName("core"));
}
