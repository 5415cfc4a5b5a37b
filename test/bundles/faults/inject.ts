import { SeededRandom } from "@capstan/harness/random";
import { labelOf } from "@capstan/contract";
import { isJsonObject } from "@capstan/kube";
import { dump } from "js-yaml";
import { FilePlaces } from "../../../packages/cli/src/check/file-places.ts";
import { type Finding, findingsOf } from "../../../packages/cli/src/check/findings.ts";
import { parseDocuments } from "../../../packages/cli/src/check/parse-documents.ts";
import { type Bundle } from "../folder/bundle-folder.ts";
import { crdFaults } from "./crd-faults.ts";
import { type FaultKind, type FaultSubject, type FaultTarget, type Json } from "./fault.ts";
import { manifestFaults } from "./manifest-faults.ts";
import { rbacFaults } from "./rbac-faults.ts";

/** Every kind of fault. */
export const faultKinds: readonly FaultKind[] = [...crdFaults, ...rbacFaults, ...manifestFaults];

/** An injected fault, and the finding of the checker. */
export interface InjectedFault {
  readonly kind: FaultKind;
  readonly bundle: string;
  readonly what: string;
  /** The first new finding of one of the kind's rules, with its line. Absent if the fault was not detected. */
  readonly noticed?: Finding;
}

/** A fault to inject into a bundle. */
interface Candidate {
  readonly kind: FaultKind;
  readonly subject: FaultSubject;
  readonly target: FaultTarget;
}

/**
 * Injects single faults into bundles, evenly for each kind, and different faults as long as there are any.
 *
 * @param count - of all faults.
 * @param seed - the same seed injects the same faults.
 */
export function* injectFaults(bundles: readonly Bundle[], count: number, seed: number): Iterable<InjectedFault> {
  for (const candidate of drawnFaults(bundles.map(subjectOf), count, new SeededRandom(seed))) yield inject(candidate);
}

function subjectOf({ name, file }: Bundle): FaultSubject {
  const documents = file.documents.filter(isJsonObject);
  const strings = (file.text ?? "").split(/^---\s*$\n?/m).filter((text) => /^[^\s#]/m.test(text));
  if (strings.length !== documents.length)
    throw new Error(`The documents of ${name} are not separated by lines of ---.`);
  const { checked, findings } = findingsOf([{ path: name, documents }]);
  return { name, documents, strings, findings, checked: new Map(checked.map((crd) => [crd.object, crd])) };
}

/** One of each kind in turn, until the count is reached or none remains. */
function drawnFaults(subjects: readonly FaultSubject[], count: number, random: SeededRandom): Candidate[] {
  const waiting = faultKinds.map((kind) => {
    const all = subjects.flatMap((subject) =>
      kind.targetsIn(subject).map((target): Candidate => ({ kind, subject, target })),
    );
    return random.shuffle(all.filter(isClean));
  });
  const drawn: Candidate[] = [];
  while (drawn.length < count && waiting.some((candidates) => candidates.length > 0)) {
    for (const candidates of waiting) drawn.push(...candidates.splice(0, 1));
  }
  return drawn.slice(0, count);
}

/** Whether the object has no finding about the fault's subject yet: otherwise there may be no new finding to detect. */
function isClean({ kind, subject, target }: Candidate): boolean {
  const { documents, findings } = subject;
  const document = documents[target.index];
  return !findings.some(({ object, rule }) => object === labelOf(document) && kind.rules.includes(rule));
}

function inject({ kind, subject, target }: Candidate): InjectedFault {
  const faulty = target.faulty();
  const change = <Item>(items: readonly Item[], to: Item | undefined) =>
    items.flatMap((item, index) => (index === target.index ? (to === undefined ? [] : [to]) : [item]));
  const documents = change(subject.documents, faulty);
  const strings = change(subject.strings, faulty && dump(faulty, { noRefs: true }));
  const before = new Set(subject.findings.map(keyOf));
  const { findings } = findingsOf([{ path: subject.name, documents }]);
  const isNew = (finding: Finding) => finding.level !== "MAY" && !before.has(keyOf(finding));
  const noticed = findings.find((finding) => kind.rules.includes(finding.rule) && isNew(finding));
  const found = { kind, bundle: subject.name, what: target.what };
  return noticed === undefined ? found : { ...found, noticed: withLine(noticed, documents, strings) };
}

function keyOf({ rule, level, object, path, expected, actual }: Finding): string {
  return JSON.stringify([rule, level, object, path, expected, actual]);
}

/**
 * The finding with its line in the file that has the fault. Only the documents that the finding may concern are parsed; the others are
 * replaced by the same number of empty lines.
 */
function withLine(finding: Finding, documents: readonly Json[], strings: readonly string[]): Finding {
  const named = documents.filter((document) => finding.object === labelOf(document));
  const isAbout = (document: Json | undefined) =>
    document !== undefined &&
    (named.length > 0 ? named.includes(document) : document.kind !== "CustomResourceDefinition");
  const parts = strings.map((text, index) => (isAbout(documents[index]) ? text : text.replaceAll(/[^\n]/g, "")));
  const file = parseDocuments(finding.file, parts.join("---\n"));
  const region = new FilePlaces(file).regionOf(finding.object, finding.path);
  return region === undefined ? finding : { ...finding, region };
}
