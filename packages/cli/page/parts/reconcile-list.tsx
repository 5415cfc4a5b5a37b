import { useState } from "preact/hooks";
import type { Reconcile, ReconcileRequest } from "../../src/page/protocol.ts";
import { durationText } from "../model/duration-text.ts";
import { Icon, ToneMark } from "./icon.tsx";
import { ObjectLink } from "./object-link.tsx";
import { Table } from "./table.tsx";
import { ThrownErrorView } from "./thrown-error.tsx";
import { clockText } from "./time.tsx";

/** Rows in the document; older reconciles are in the logs. */
const shownReconciles = 100;

const columns = [
  "At",
  "Outcome",
  "Controller",
  "Object",
  { heading: "Took", isNumber: true },
  { heading: "Requests", isNumber: true },
] as const;

/** Reconciles, the newest first. Each unfolds to its requests and its error. */
export function ReconcileList({ reconciles }: { readonly reconciles: readonly Reconcile[] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  if (reconciles.length === 0) return <p class="muted">None yet.</p>;
  const toggle = (key: string): void => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return (
    <Table columns={columns} className="reconciles">
      {reconciles.slice(0, shownReconciles).map((reconcile) => {
        const key = `${reconcile.manager} ${reconcile.number}`;
        return (
          <ReconcileRow
            key={key}
            reconcile={reconcile}
            isOpen={open.has(key)}
            onToggle={() => {
              toggle(key);
            }}
          />
        );
      })}
    </Table>
  );
}

interface ReconcileRowProps {
  readonly reconcile: Reconcile;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function ReconcileRow({ reconcile, isOpen, onToggle }: ReconcileRowProps) {
  const { at, controller, object, ms, requests, error, manager, own } = reconcile;
  return (
    <>
      <tr class={error === undefined ? "" : "is-error"}>
        <td>
          <button type="button" class="plain" aria-expanded={isOpen} onClick={onToggle}>
            <Icon shape={isOpen ? "down" : "right"} />
            {clockText(at)}
          </button>
        </td>
        <td>
          <Outcome reconcile={reconcile} />
        </td>
        <td>
          {controller}
          {!own && <span class="muted"> {manager}</span>}
        </td>
        <td>{object !== undefined && <ObjectLink id={object} />}</td>
        <td class="number">{durationText(ms)}</td>
        <td class="number">{requests.length}</td>
      </tr>
      {isOpen && (
        <tr class="unfolded">
          <td colSpan={columns.length}>
            {error !== undefined && <ThrownErrorView error={error} />}
            <RequestTable requests={requests} />
          </td>
        </tr>
      )}
    </>
  );
}

const toneOfOutcome: Readonly<Record<string, "good" | "busy" | "bad" | "unknown">> = {
  success: "good",
  requeue_after: "busy",
  error: "bad",
  terminal_error: "bad",
};

function Outcome({ reconcile: { outcome, requeueAfterMs, error } }: { readonly reconcile: Reconcile }) {
  const again = requeueAfterMs === undefined ? "" : `, again in ${durationText(requeueAfterMs)}`;
  const thrown = error === undefined ? "" : `: ${error.name}`;
  return (
    <>
      <ToneMark tone={toneOfOutcome[outcome] ?? "unknown"} /> {outcome.replaceAll("_", " ")}
      {thrown}
      {again}
    </>
  );
}

function RequestTable({ requests }: { readonly requests: readonly ReconcileRequest[] }) {
  if (requests.length === 0) return <p class="muted">It sent no request: all reads came from the cache.</p>;
  return (
    <ul class="requests">
      {requests.map(({ what, object, answer, ms }, index) => (
        <li key={index}>
          <ToneMark tone={/^[23]/.test(answer) ? "good" : "bad"} />
          <code>{what}</code> {object} <strong>{answer}</strong> <span class="muted">{durationText(ms)}</span>
        </li>
      ))}
    </ul>
  );
}
