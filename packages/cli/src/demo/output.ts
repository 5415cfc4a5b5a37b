import process from "node:process";
import { createLogger, type Logger } from "@capstan/runtime";
import { createLogUpdate } from "log-update";
import { reportFailure } from "../terminal/failure.ts";
import { renderTable, renderTransition, renderTree } from "./render.ts";
import { type DemoSummary, renderSummary } from "./summary.ts";
import type { ClusterView, TransitionView } from "./view.ts";

/** The output of the demo: a live tree, one line per transition, or JSON lines. */
export interface DemoOutput {
  /** Logger of the managers; silent except for warnings. */
  readonly logger: Logger;
  progress(text: string): void;
  /** Reports the URL of the page, with its token. */
  page(url: string): void;
  /** Shows the changed Cluster. */
  picture(cluster: ClusterView | undefined): void;
  transition(transition: TransitionView): void;
  table(cluster: ClusterView | undefined): void;
  summary(summary: DemoSummary, leftovers: readonly string[]): void;
  problem(error: unknown): void;
  close(): void;
}

/** Chooses the output for the terminal: JSON if requested, the live tree on a TTY, lines in a pipe. */
export function createOutput(json: boolean): DemoOutput {
  if (json) return jsonOutput();
  return process.stdout.isTTY ? liveOutput() : lineOutput();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const logger = createLogger({ level: "error", format: "text", write: (line) => process.stderr.write(line) });

function jsonOutput(): DemoOutput {
  const write = (value: unknown): void => {
    print(JSON.stringify(value));
  };
  return {
    logger,
    progress: (text) => process.stderr.write(`${text}\n`),
    page: (url) => {
      write({ page: url });
    },
    picture: () => undefined,
    transition: (transition) => {
      write({ transition });
    },
    table: () => undefined,
    summary: (summary, leftovers) => {
      for (const leftover of leftovers) write({ leftover });
      write(summary);
    },
    problem: (error) => {
      write({ error: messageOf(error) });
    },
    close: () => undefined,
  };
}

function lineOutput(): DemoOutput {
  return {
    logger,
    progress: print,
    page: printPage,
    picture: () => undefined,
    transition: (transition) => {
      print(renderTransition(transition));
    },
    table: (cluster) => {
      print(`\n${renderTable(cluster?.machines ?? [])}\n`);
    },
    summary: printSummary,
    problem: (error) => {
      reportFailure("demo", error);
    },
    close: () => undefined,
  };
}

function liveOutput(): DemoOutput {
  const live = createLogUpdate(process.stdout);
  return {
    ...lineOutput(),
    progress: (text) => {
      live(text);
    },
    page: (url) => {
      live.clear();
      printPage(url);
    },
    picture: (cluster) => {
      live(renderTree(cluster, { rows: process.stdout.rows, columns: process.stdout.columns }));
    },
    transition: () => undefined,
    table: (cluster) => {
      live.clear();
      print(`${renderTable(cluster?.machines ?? [])}\n`);
    },
    summary: (summary, leftovers) => {
      live.clear();
      printSummary(summary, leftovers);
    },
    close: () => {
      live.done();
    },
  };
}

function printPage(url: string): void {
  print(`The page, in a browser of this machine: ${url}`);
}

function printSummary(summary: DemoSummary, leftovers: readonly string[]): void {
  for (const leftover of leftovers) print(`left over: ${leftover}`);
  print(renderSummary(summary));
}
