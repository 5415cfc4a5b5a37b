import { contractLabel, labels } from "@capstan/contract";
import { fieldsAt, isJsonObject, listAt, textAt, type YamlPlace } from "@capstan/kube";
import { type Finding } from "./findings.ts";
import { insert, removeLine, replaceWord, type TextEdit } from "./text-edit.ts";

/** An object to fix: its content, its place, and the other objects of the check. */
interface FixSubject {
  readonly document: unknown;
  readonly place: YamlPlace;
  readonly text: string;
  readonly all: readonly unknown[];
}

type Fix = (subject: FixSubject, finding: Finding) => TextEdit | undefined;

/** The rules that can be fixed without a decision, with their fixes. */
export const mechanicalFixes: ReadonlyMap<string, Fix> = new Map<string, Fix>([
  ["AR-006", addContractLabel],
  ["AR-007", addContractLabel],
  ["AR-009", dropMissingVersions],
  ["AR-011", (subject, finding) => setLabel(subject, keyIn(finding), lastNamed(finding))],
  ["AR-022", addCategory],
  ["PC-013", addProviderLabel],
]);

/** The label that a path names: `metadata.labels['…']`. */
function keyIn({ path }: Finding): string {
  return /\['([^']+)'\]$/.exec(path)?.[1] ?? "";
}

function setLabel({ text, place }: FixSubject, key: string, value: string): TextEdit | undefined {
  const metadata = place.inside.get("metadata");
  const found = metadata?.inside.get("labels");
  const label = found?.inside.get(key);
  if (label !== undefined) return replaceWord(text, label, value);
  if (found !== undefined && found.inside.size > 0) return insert(text, found, [`${key}: ${value}`]);
  return metadata === undefined || found !== undefined
    ? undefined
    : insert(text, metadata, ["labels:", `  ${key}: ${value}`]);
}

/** The versions with the flags of v1beta2 implement it, others v1beta1. A Template follows the kind that it is for. */
function addContractLabel(subject: FixSubject, finding: Finding): TextEdit | undefined {
  const { document, all } = subject;
  const kind = textAt(document, "spec", "names", "kind") ?? "";
  const isMain = (other: unknown) =>
    `${textAt(other, "spec", "names", "kind") ?? ""}Template` === kind &&
    textAt(other, "spec", "group") === textAt(document, "spec", "group");
  const main = kind.endsWith("Template") ? all.find(isMain) : document;
  const named = fieldsAt(main, "metadata", "labels")[keyIn(finding)];
  const own = new Set(listAt(document, "spec", "versions").map((version) => textAt(version, "name")));
  const names = typeof named === "string" && main !== document ? named.split("_") : versionsOfNewest(main);
  const value = names.filter((name) => own.has(name)).join("_");
  return value === "" || keyIn(finding) !== contractLabel("v1beta2")
    ? undefined
    : setLabel(subject, keyIn(finding), value);
}

function versionsOfNewest(crd: unknown): string[] {
  return listAt(crd, "spec", "versions").flatMap((version) => {
    const properties = ["schema", "openAPIV3Schema", "properties", "status", "properties"];
    return isJsonObject(fieldsAt(version, ...properties).initialization) ? (textAt(version, "name") ?? []) : [];
  });
}

function dropMissingVersions(subject: FixSubject, finding: Finding): TextEdit | undefined {
  const { document, place, text } = subject;
  const key = keyIn(finding);
  const names = listAt(document, "spec", "versions").map((version) => textAt(version, "name"));
  const left = (textAt(document, "metadata", "labels", key) ?? "").split("_").filter((name) => names.includes(name));
  if (left.length > 0) return setLabel(subject, key, left.join("_"));
  const label = place.inside.get("metadata")?.inside.get("labels")?.inside.get(key);
  return label === undefined ? undefined : removeLine(text, label);
}

/** Reorders the names: the name that the core selects comes last. */
function lastNamed({ actual, expected }: Finding): string {
  const [last = ""] = expected.split(" ");
  return [
    ...String(actual)
      .split("_")
      .filter((name) => name !== last),
    last,
  ].join("_");
}

function addCategory({ text, place }: FixSubject): TextEdit | undefined {
  const names = place.inside.get("spec")?.inside.get("names");
  const categories = names?.inside.get("categories");
  if (categories !== undefined) return insert(text, categories, ["- cluster-api"]);
  return names === undefined
    ? undefined
    : insert(text, names, names.style === "flow" ? ["categories: [cluster-api]"] : ["categories:", "- cluster-api"]);
}

/** The provider is the one that most objects name. This command does not guess a name of another form. */
function addProviderLabel(subject: FixSubject, { expected }: Finding): TextEdit | undefined {
  return /^[a-z0-9-]+$/.test(expected) ? setLabel(subject, labels.provider, expected) : undefined;
}
