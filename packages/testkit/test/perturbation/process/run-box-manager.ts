import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import https from "node:https";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";

// A manager without an SDK, as a process that starts at once: each Box gets a Secret, and the Secret's name is then written to its status.
// `--careless`: the name is random, so a manager that is killed before it wrote the name cannot find its Secret again. `--idle`: it does
// nothing.
const flag = { type: "boolean", default: false } as const;
const { values } = parseArgs({ options: { careless: flag, idle: flag } });

interface Box {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly uid: string };
  readonly status?: { readonly secretName?: string };
}

const kubeconfig = readFileSync(process.env.KUBECONFIG ?? "", "utf8");
const field = (name: string): string => new RegExp(`${name}: "?([^"\\s]+)`).exec(kubeconfig)?.[1] ?? "";
const ca = Buffer.from(field("certificate-authority-data"), "base64");
const boxes = "/apis/test.capstan.dev/v1/namespaces/default/boxes";
const secrets = "/api/v1/namespaces/default/secrets";
const alreadyExists = 409;

async function ask(method: string, path: string, body?: object) {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const headers = { authorization: `Bearer ${field("token")}`, "content-type": type };
  const request = https.request(new URL(path, field("server")), { method, headers, ca });
  const answered = once(request, "response");
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await answered) as [IncomingMessage];
  return response;
}

async function write(method: string, path: string, body: object): Promise<{ metadata: { name: string } }> {
  const response = await ask(method, path, body);
  const answer = await text(response);
  if ((response.statusCode ?? 0) < 300) return JSON.parse(answer) as { metadata: { name: string } };
  throw Object.assign(new Error(answer), { status: response.statusCode });
}

async function fill({ apiVersion, kind, metadata: { name, uid } }: Box): Promise<void> {
  const ownerReferences = [{ apiVersion, kind, name, uid }];
  const named = values.careless ? { generateName: `${name}-` } : { name };
  const made = await write("POST", secrets, { metadata: { ...named, ownerReferences } }).catch((error: unknown) => {
    const exists = (error as { status?: number }).status === alreadyExists && String(error).includes("AlreadyExists");
    if (!exists) throw error;
    return { metadata: { name } };
  });
  await write("PATCH", `${boxes}/${name}/status`, { status: { secretName: made.metadata.name } });
}

const watch = await ask("GET", `${boxes}?watch=1`);
for await (const line of createInterface({ input: watch })) {
  const { type, object } = JSON.parse(line) as { type: string; object: Box };
  if (type !== "ADDED" || values.idle || object.status?.secretName !== undefined) continue;
  let isFull = false;
  while (!isFull) {
    isFull = await fill(object).then(
      () => true,
      () => delay(50, false),
    );
  }
}
