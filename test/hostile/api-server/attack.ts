import { SeededRandom } from "@capstan/harness/random";
import { Attacker, type Outcome } from "./attacker.ts";
import { definition, firstTargets, namespaces } from "./objects.ts";
import { drawnRequest, type HostileRequest } from "./requests.ts";
import type { ServerProcess } from "./server-process.ts";

/** The result of an attack. */
export interface Verdict {
  readonly sent: number;
  /** The number of responses by status, in order of the status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Behavior that must not occur, with the request. */
  readonly problems: readonly string[];
  readonly slowestMs: number;
  /** Heap in MiB: after a tenth of the requests, and at the end. */
  readonly heap: { readonly before: number; readonly after: number };
}

export interface AttackOptions {
  readonly requests: number;
  readonly seed: number;
  /** Called now and then with the number of requests sent. */
  readonly progress?: (sent: number) => void;
}

const longestMs = 1_000;
const atATime = 4;
const batch = 500;

/** Sends a server the requests of a seed, and checks that it stays unchanged. */
export async function attack(server: ServerProcess, options: AttackOptions): Promise<Verdict> {
  const { requests, seed, progress } = options;
  const random = new SeededRandom(seed);
  using attacker = new Attacker(server.kubeconfig);
  const statuses = new Map<number, number>();
  const problems: string[] = [];
  let slowestMs = 0;
  let before: number | undefined;
  let sent = 0;

  async function one(request: HostileRequest): Promise<void> {
    const first = await attacker.send(request);
    // A request that waited for another, or for a CPU, is as fast as others when repeated.
    const outcome =
      first.ms > longestMs && first.end !== "silent" ? faster(first, await attacker.send(request)) : first;
    statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1);
    slowestMs = Math.max(slowestMs, outcome.ms);
    const problem = problemOf(outcome);
    if (problem !== undefined) problems.push(`${problem}: ${shown(request)} → ${outcome.text.slice(0, 500)}`);
  }

  while (sent < requests && !server.hasEnded()) {
    await prepare(attacker, random);
    const count = Math.min(batch, requests - sent);
    for (let begun = 0; begun < count && !server.hasEnded(); begun += atATime) {
      await Promise.all(Array.from({ length: Math.min(atATime, count - begun) }, () => one(drawnRequest(random))));
    }
    sent += count;
    progress?.(sent);
    await cleanUp(attacker);
    if (sent >= requests / 10 && !server.hasEnded()) before ??= await server.heap();
    if (!(await isWell(attacker))) problems.push(`After ${sent} requests it does not store and remove a ConfigMap.`);
  }
  if (server.hasEnded()) problems.push(`The server has ended:\n${server.printed}`);
  const after = server.hasEnded() ? Number.POSITIVE_INFINITY : await server.heap();
  return { sent, statuses, problems, slowestMs, heap: { before: before ?? after, after } };
}

/** Errors that kube-apiserver also reports with 500, in these words: cases of the conformance suite and of the wire. */
const ofTheRealOne = [
  /strconv\.ParseUint|Invalid value: .*resource ?version/i,
  /failed to create typed patch object/,
  /target\.(?:kind|name): /,
  /no preferred addresses found; known addresses: \[\]/,
];

function faster(first: Outcome, second: Outcome): Outcome {
  return second.ms < first.ms ? second : first;
}

function problemOf({ end, status, ms, text }: Outcome): string | undefined {
  if (end === "silent") return "No answer";
  // Only a request that is not HTTP gets no response, and all of these are HTTP.
  if (end === "broken") return "The connection broke";
  if (status >= 500 && !ofTheRealOne.some((words) => words.test(text))) return `Status ${status}`;
  return ms > longestMs ? `${Math.round(ms)} ms` : undefined;
}

function shown({ method, path, headers, payload }: HostileRequest): string {
  const body =
    payload === undefined
      ? ""
      : ` ${payload.contentType} ${JSON.stringify(payload.bytes.toString("latin1").slice(0, 600))}`;
  return `${method} ${path.slice(0, 500)} ${JSON.stringify(headers).slice(0, 300)}${body}`;
}

const json = (method: string, path: string, value?: unknown): HostileRequest => ({
  method,
  path,
  headers: {},
  leaves: "never",
  ...(value === undefined
    ? {}
    : { payload: { contentType: "application/json", bytes: Buffer.from(JSON.stringify(value)) } }),
});

/** Creates a namespace, a definition of the custom kind, and an object of each kind. */
async function prepare(attacker: Attacker, random: SeededRandom): Promise<void> {
  await attacker.send(json("POST", "/api/v1/namespaces", { metadata: { name: namespaces[1] } }));
  const { collection, sample } = definition(random);
  await attacker.send(json("POST", collection, sample));
  for (const first of firstTargets()) await attacker.send(json("POST", first.collection, first.sample));
}

const registrations = "/apis/admissionregistration.k8s.io/v1";

/** Removes the remains of the attack; first the finalizers. */
async function cleanUp(attacker: Attacker): Promise<void> {
  const root = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  for (const path of [
    `${registrations}/validatingwebhookconfigurations`,
    `${registrations}/mutatingwebhookconfigurations`,
    `${registrations}/validatingadmissionpolicies`,
    `${root}/gears.hostile.example.io`,
    `${root}/wheels.hostile.example.io`,
    `/api/v1/namespaces/${namespaces[1]}`,
  ]) {
    await attacker.send(json("DELETE", path));
  }
}

/** Whether the server still works. */
async function isWell(attacker: Attacker): Promise<boolean> {
  const configs = "/api/v1/namespaces/default/configmaps";
  const created = await attacker.send(json("POST", configs, { metadata: { name: "well" }, data: { a: "b" } }));
  const read = await attacker.send(json("GET", `${configs}/well`));
  const removed = await attacker.send(json("DELETE", `${configs}/well`));
  return created.status === 201 && read.text.includes('"a":"b"') && removed.status === 200;
}
