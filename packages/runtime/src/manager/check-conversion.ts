import { connect } from "node:net";
import type { CustomResourceDefinition } from "@capstan/contract";
import { CommandLineError } from "../errors/runtime-errors.ts";
import { installedConversion } from "../webhook/installed-conversion.ts";
import { readInstalledCRD } from "./read-installed-crd.ts";
import type { StartCheck, StartCheckContext } from "./start-check.ts";

const answerWithinMs = 2_000;
const remedy = "pass --webhook-cert-dir, or --install if the API server is on this machine";

/**
 * Checks the conversion of these CRDs' objects, for a manager that serves no conversion webhook. No conversion is needed if the installed
 * CRD names no webhook, or has only one version. If another process may convert, that is logged. Sends one GET per CRD.
 *
 * Rejects with a CommandLineError if no webhook would answer the API server: the CRD still has the placeholder of a generator, or names a
 * port of this machine on which no process listens.
 */
export function checkConversion(crds: readonly CustomResourceDefinition[]): StartCheck {
  return async (context) => {
    const names = crds
      .filter(({ spec }) => spec.conversion?.strategy === "Webhook")
      .map(({ metadata }) => metadata.name);
    const gaps = await Promise.all(names.map((name) => gapOf(name, context)));
    const found = gaps.filter((gap) => gap !== undefined);
    if (found.length === 0) return;
    throw new CommandLineError(`Objects are not converted between versions (${found.join("; ")}); ${remedy}`);
  };
}

/** Why no webhook converts the objects of a CRD; `undefined` if one does, if no conversion is needed, or if this cannot be determined. */
async function gapOf(name: string, context: StartCheckContext): Promise<string | undefined> {
  const crd = await readInstalledCRD(name, context);
  if (crd === undefined || crd === "unread") return undefined;
  const conversion = installedConversion(crd);
  switch (conversion.by) {
    case "none":
      return undefined;
    case "placeholder":
      return `${name} names the placeholder of a webhook`;
    case "service":
      logElsewhere(`Service ${conversion.name}`);
      return undefined;
    case "url": {
      const port = portOnThisMachine(conversion.url, context.client.server);
      if (port !== undefined && !(await isListenedTo(port, context))) {
        return `${name} names ${conversion.url}, where no process listens`;
      }
      logElsewhere(conversion.url);
      return undefined;
    }
  }

  function logElsewhere(where: string): void {
    context.logger.info("Objects are converted between versions by another process", { crd: name, where });
  }
}

/**
 * The port of a URL that refers to this machine, seen from the API server. Both must be on this machine; otherwise this cannot be
 * determined.
 */
function portOnThisMachine(url: string, server: string): number | undefined {
  const { port, hostname } = new URL(url);
  if (!isLoopback(hostname) || !isLoopback(new URL(server).hostname)) return undefined;
  return port === "" ? 443 : Number(port);
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

async function isListenedTo(port: number, { clock, signal }: StartCheckContext): Promise<boolean> {
  const answered = new AbortController();
  const socket = connect({ host: "localhost", port });
  const connected = new Promise<boolean>((resolve) => {
    socket.once("connect", () => {
      resolve(true);
    });
    socket.once("error", () => {
      resolve(false);
    });
  });
  const late = clock.sleep(answerWithinMs, AbortSignal.any([signal, answered.signal])).then(
    () => false,
    () => false,
  );
  try {
    return await Promise.race([connected, late]);
  } finally {
    answered.abort();
    socket.destroy();
  }
}
