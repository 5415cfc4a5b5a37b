import process from "node:process";
import { createLogger, type Logger } from "@capstan/runtime";
import { printable } from "../terminal/printable.ts";
import type { Ending } from "./ending.ts";

/** A phase change of a Cluster or Machine. */
interface PhaseChange {
  readonly kind: string;
  readonly object: string;
  readonly from: string | undefined;
  /** `undefined`: it is deleted. */
  readonly to: string | undefined;
}

/** The environment of a provider under development. */
interface StartedServer {
  readonly url: string;
  readonly kubeconfig: string;
  /** The managers that run alongside the provider. */
  readonly managers: readonly string[];
  /** The URL of the page, with its token. */
  readonly page?: string;
}

/** The output of `capstan dev`. */
export interface DevOutput {
  /** Logger of the managers that run alongside the provider: warnings and errors. */
  readonly logger: Logger;
  started(server: StartedServer): void;
  providerRunning(start: { readonly changed: readonly string[]; readonly afterMs: number }): void;
  providerEnded(ending: Ending): void;
  /** A line of the provider's own output. */
  providerLine(line: string): void;
  /** Manifests were applied. */
  applied(objects: readonly string[]): void;
  /** A manifest, or an object of one, cannot be applied. */
  refused(what: string, reason: string): void;
  /** An object cannot be applied yet. */
  waiting(object: string, reason: string): void;
  phase(change: PhaseChange): void;
}

/** @param json - one object a line, for programs. */
export function createDevOutput(json: boolean): DevOutput {
  return json ? jsonOutput() : textOutput();
}

const logger = createLogger({ level: "warn", format: "text" });

function jsonOutput(): DevOutput {
  const say = (event: string, fields: object): void => {
    process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
  };
  return {
    logger,
    started: (server) => {
      say("started", server);
    },
    providerRunning: (start) => {
      say("provider-running", start);
    },
    providerEnded: (ending) => {
      say("provider-ended", { ending });
    },
    providerLine: (line) => {
      say("provider-line", { line });
    },
    applied: (objects) => {
      say("applied", { objects });
    },
    refused: (what, reason) => {
      say("refused", { what, reason });
    },
    waiting: (object, reason) => {
      say("waiting", { object, reason });
    },
    phase: (change) => {
      say("phase", change);
    },
  };
}

function textOutput(): DevOutput {
  const say = (line: string): void => void process.stdout.write(`${printable(line)}\n`);
  return {
    logger,
    started: ({ url, kubeconfig, managers, page }) => {
      say(`API server at ${url}, with ${managers.join(", ")}. From another terminal:`);
      say(`  kubectl --kubeconfig ${kubeconfig} get machines -A`);
      if (page !== undefined) say(`The page, in a browser of this machine: ${page}`);
      say("Ctrl-C ends everything.");
    },
    providerRunning: ({ changed, afterMs }) => {
      const why =
        changed.length === 0
          ? "The provider is running"
          : `${changed.join(", ")} changed: the provider is running again`;
      say(`${why}, after ${(afterMs / 1_000).toFixed(1)} s`);
    },
    providerEnded: (ending) => {
      const how = typeof ending === "number" ? `with exit status ${ending}` : `by ${ending}`;
      say(`The provider has ended ${how}; it restarts when a file changes`);
    },
    providerLine: (line) => {
      // The author's own program, which may use colors.
      process.stdout.write(`│ ${line}\n`);
    },
    applied: (objects) => {
      say(`Applied ${objects.join(", ")}`);
    },
    refused: (what, reason) => {
      say(`✗ ${what}: ${reason}`);
    },
    waiting: (object, reason) => {
      say(`… ${object} waits: ${reason}`);
    },
    phase: ({ kind, object, from, to }) => {
      say(`${kind} ${object}: ${from === undefined ? "" : `${from} → `}${to ?? "gone"}`);
    },
  };
}
