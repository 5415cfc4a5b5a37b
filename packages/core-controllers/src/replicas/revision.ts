import { annotations } from "@capstan/contract";

const { machineDeploymentRevision: revisionKey, machineDeploymentRevisionHistory: historyKey } = annotations;

interface Annotated {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
}

/** The revision of a MachineSet, or of the current set as recorded on its deployment; 0 if missing. */
export function revisionOf({ metadata }: Annotated): number {
  const revision = Number.parseInt(metadata.annotations?.[revisionKey] ?? "", 10);
  return Number.isNaN(revision) ? 0 : revision;
}

/** The revision of the current set: above those of all other sets, and never decreasing. */
export function currentRevision(current: Annotated | undefined, old: readonly Annotated[]): number {
  const next = Math.max(0, ...old.map(revisionOf)) + 1;
  return Math.max(next, current === undefined ? 0 : revisionOf(current));
}

/** Revision annotations of the current set. A set that becomes current again keeps a list of its former revisions. */
export function currentRevisionAnnotations(current: Annotated | undefined, revision: number): Record<string, string> {
  const before = current?.metadata.annotations?.[revisionKey];
  const history = current?.metadata.annotations?.[historyKey];
  const past = [history, before === String(revision) ? undefined : before].filter(
    (entry) => entry !== undefined && entry !== "",
  );
  return { [revisionKey]: String(revision), ...(past.length === 0 ? {} : { [historyKey]: past.join(",") }) };
}

/** Revision annotations of an old set, unchanged. */
export function oldRevisionAnnotations({ metadata }: Annotated): Record<string, string> {
  return Object.fromEntries(
    [revisionKey, historyKey].flatMap((key) => {
      const value = metadata.annotations?.[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
