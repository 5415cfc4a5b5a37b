import { aligned } from "../table/aligned.ts";
import { type InjectedFault } from "./inject.ts";

/** For each kind, the number of detected faults, the rules, and one example with its line; then the undetected faults. */
export function faultTable(injected: readonly InjectedFault[]): string {
  const rows = Array.from(
    Map.groupBy(injected, ({ kind }) => kind.name),
    ([name, faults]) => {
      const noticed = faults.flatMap((fault) =>
        fault.noticed === undefined ? [] : [{ ...fault, noticed: fault.noticed }],
      );
      const rules = Map.groupBy(noticed, (fault) => fault.noticed.rule);
      const example = noticed[0];
      return [
        name,
        `${noticed.length}/${faults.length}`,
        Array.from(rules, ([rule, of]) => `${rule} ×${of.length}`).join(", "),
        example === undefined ? "-" : `${example.bundle}.yaml:${lineOf(example)} ${example.noticed.rule}`,
      ];
    },
  );
  const missed = injected.filter((fault) => !isNoticed(fault));
  const lines = missed.map(({ kind, bundle, what, noticed }) => [
    noticed === undefined ? "not noticed" : "without a line",
    kind.name,
    bundle,
    what,
  ]);
  const share = ((injected.length - missed.length) / Math.max(injected.length, 1)) * 100;
  const summary =
    `${injected.length} faults of ${rows.length} kinds: ` +
    `${injected.length - missed.length} noticed with rule and line (${share.toFixed(2)} %)`;
  return [
    aligned([["kind", "noticed", "by", "such as"], ...rows]),
    ...lines.map((row) => row.join("  ")),
    summary,
  ].join("\n");
}

/** Whether a fault was reported with its rule and a line of the file. */
export function isNoticed({ noticed }: InjectedFault): boolean {
  return noticed?.region !== undefined;
}

function lineOf({ noticed }: InjectedFault): string {
  return String(noticed?.region?.line ?? "?");
}
