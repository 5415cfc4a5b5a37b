import path from "node:path";
import {
  checkArtifacts,
  checkComponents,
  checkCRDs,
  checkTemplates,
  isNamedAsTemplate,
  type CheckedCRD,
  type ComponentsCheckOptions,
  isCRD,
  labelOf,
  type RuleLevel,
  ruleInfo,
  type RuleViolation,
} from "@capstan/contract";
import { jsonEqual, textAt } from "@capstan/kube";
import { FilePlaces, type TextRegion } from "./file-places.ts";
import type { InputFile } from "./parse-documents.ts";
import { withVersionNames } from "./path-steps.ts";

/** A broken rule with its file. The path has the names of versions instead of their indexes. */
export interface Finding extends RuleViolation {
  readonly file: string;
  readonly title: string;
  /** The place in the file. Unset if the subject is not in a file, or if a file is missing. */
  readonly region?: TextRegion;
}

/** The result of `capstan check`. */
export interface CheckReport {
  readonly checked: readonly (CheckedCRD & { readonly file: string })[];
  /** Files that are checked as a whole: components files and metadata.yaml. */
  readonly files: readonly string[];
  /** Sorted by file and object. */
  readonly findings: readonly Finding[];
}

const levels: readonly RuleLevel[] = ["MUST", "SHOULD", "MAY"];

/**
 * Runs the checks for the input: a file with a Deployment is a components file, a folder with metadata.yaml is a release, and all other
 * CRDs are checked together.
 */
export function findingsOf(input: readonly InputFile[], given: ComponentsCheckOptions = {}): CheckReport {
  const options = { ...given, referring: input.flatMap(({ documents }) => documents) };
  const components = input.filter(isComponentsFile);
  const releases = input.filter(isMetadata);
  const results = [
    crdFindings(
      input.filter((file) => !components.includes(file)),
      options,
    ),
    ...components.map((file) => {
      const { checked, violations } = checkComponents(file.documents, {
        ...options,
        sources: file.sources ?? file.documents,
      });
      return report(checked, violations, () => file.path, [file.path]);
    }),
    ...releases.map((metadata) => releaseFindings(metadata, input)),
    ...looseFindings(input.filter((file) => !releases.some((release) => isNextTo(file, release)))),
  ];
  return {
    checked: eachOnce(results.flatMap(({ checked }) => checked)),
    files: results.flatMap(({ files }) => files),
    findings: placed(eachOnce(results.flatMap(({ findings }) => findings)).toSorted(byPlace), input),
  };
}

/** The findings of `level` or higher. */
export function atLevel(found: CheckReport, level: RuleLevel): CheckReport {
  const shown = levels.slice(0, levels.indexOf(level) + 1);
  return { ...found, findings: found.findings.filter((finding) => shown.includes(finding.level)) };
}

/** 0 no broken MUST, 1 a broken MUST, 2 nothing to check. */
export function exitStatus({ checked, files, findings }: CheckReport): 0 | 1 | 2 {
  if (checked.length === 0 && files.length === 0) return 2;
  return findings.some(({ level }) => level === "MUST") ? 1 : 0;
}

function crdFindings(files: readonly InputFile[], options: ComponentsCheckOptions): CheckReport {
  const fileOf = new Map<string, string>();
  for (const file of files) {
    for (const document of file.documents.filter(isCRD)) {
      const [checked] = checkCRDs([document], options).checked;
      if (checked !== undefined) fileOf.set(checked.object, file.path);
    }
  }
  const { checked, violations } = checkCRDs(
    files.flatMap(({ documents }) => documents),
    options,
  );
  return report(checked, violations, (object) => fileOf.get(object) ?? "", []);
}

function releaseFindings(metadata: InputFile, input: readonly InputFile[]): CheckReport {
  const folder = path.dirname(metadata.path);
  const files = input.filter((file) => isNextTo(file, metadata));
  const violations = checkArtifacts(files);
  const known = new Set(files.map((file) => file.path));
  return report([], violations, (object) => (known.has(object) ? object : folder), [metadata.path]);
}

/** Templates and unreadable files outside releases, by folder. */
function looseFindings(files: readonly InputFile[]): CheckReport[] {
  const loose = files.filter((file) => file.unreadable !== undefined || isNamedAsTemplate(file));
  return [...Map.groupBy(loose, (file) => path.dirname(file.path)).values()].map((folder) => {
    const paths = folder.map((file) => file.path);
    return report([], checkTemplates(folder), (object) => object, paths);
  });
}

function isNextTo(file: InputFile, other: InputFile): boolean {
  return path.dirname(file.path) === path.dirname(other.path);
}

function report(
  checked: readonly CheckedCRD[],
  violations: readonly RuleViolation[],
  fileOf: (object: string) => string,
  files: readonly string[],
): CheckReport {
  return {
    checked: checked.map((crd) => ({ ...crd, file: fileOf(crd.object) })),
    files,
    findings: violations.map((violation) => ({
      ...violation,
      file: fileOf(violation.object),
      title: ruleInfo(violation.rule).title,
    })),
  };
}

/** A CRD often has a file of its own and is also in the components file: findings of both are reported for the first. */
function eachOnce<Item extends { readonly object: string; readonly file: string }>(items: readonly Item[]): Item[] {
  const places = Map.groupBy(items, ({ object }) => object);
  return items.filter((item) => {
    // Other objects, such as "components", count once per file.
    if (!item.object.startsWith("CustomResourceDefinition ")) return true;
    return item === places.get(item.object)?.find((other) => jsonEqual({ ...other, file: item.file }, item));
  });
}

/** Adds lines and columns to findings, and the names of versions. */
function placed(findings: readonly Finding[], input: readonly InputFile[]): Finding[] {
  const files = new Map(input.map((file) => [file.path, file]));
  const places = new Map<string, FilePlaces>();
  return findings.map((finding) => {
    const { file: name, object, path } = finding;
    const file = files.get(name);
    if (file === undefined) return finding;
    if (file.unreadable !== undefined) return { ...finding, ...unreadableRegion(file) };
    const known = places.get(name) ?? new FilePlaces(file);
    places.set(name, known);
    const region = known.regionOf(object, path);
    const crd = file.documents.find((document) => isCRD(document) && labelOf(document) === object);
    return { ...finding, path: withVersionNames(path, crd), ...(region === undefined ? {} : { region }) };
  });
}

/** The line of the problem. */
function unreadableRegion({ text = "", unreadableLine: line }: InputFile): Pick<Finding, "region"> {
  if (line === undefined) return {};
  const endColumn = (text.split("\n")[line - 1] ?? "").length + 1;
  return { region: { line, column: 1, endLine: line, endColumn } };
}

function byPlace(a: Finding, b: Finding): number {
  return (
    a.file.localeCompare(b.file) ||
    a.object.localeCompare(b.object) ||
    levels.indexOf(a.level) - levels.indexOf(b.level) ||
    a.rule.localeCompare(b.rule)
  );
}

/** A Deployment alone is an ordinary application; with CRDs or roles it is the components file of a provider, or of the core. */
function isComponentsFile({ documents }: InputFile): boolean {
  const kinds = new Set(documents.map(kindOf));
  const installed = kinds.has("Deployment") || kinds.has("ServiceAccount");
  return installed && (kinds.has("CustomResourceDefinition") || kinds.has("ClusterRole"));
}

function isMetadata({ path: file, documents, unreadable }: InputFile): boolean {
  return path.basename(file) === "metadata.yaml" && (documents.length > 0 || unreadable !== undefined);
}

function kindOf(document: unknown): string {
  return textAt(document, "kind") ?? "";
}
