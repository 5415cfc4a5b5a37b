import { setTimeout as elapsed } from "node:timers/promises";
import { type Answer, type Body, Wire } from "../conformance/target.ts";
import type { WireCase, WireRequest } from "./cases/wire-case.ts";

/** The values in earlier answers that replace placeholders in later requests. */
type Known = Map<string, string>;

const placeholder = /\{((?:ns|version|uid|continue|token)(?:@\d+)?)\}/g;

/** A server's answers to the requests of a case, sent sequentially in a separate namespace. */
export async function answersTo(kubeconfig: string, namespace: string, wireCase: WireCase): Promise<Answer[]> {
  const wire = new Wire(kubeconfig);
  await wire.post("/api/v1/namespaces", { metadata: { name: namespace } });
  const known: Known = new Map([["ns", namespace]]);
  const answers: Answer[] = [];
  for (const request of [...(wireCase.first ?? []), wireCase]) {
    const answer = await sent(wire, known, request);
    answers.push(answer);
    note(known, answer, answers.length);
    if (request !== wireCase) await atRest(wire, answer);
  }
  return answers;
}

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const restMs = 5_000;
const pollMs = 20;

/** Controllers write to a new definition, so the next request could arrive before or after that write. */
async function atRest(wire: Wire, { status, body }: Answer): Promise<void> {
  if (status !== 201 || body.kind !== "CustomResourceDefinition") return;
  const sinceMs = performance.now();
  while (performance.now() - sinceMs < restMs) {
    const { status: now } = (await wire.get(`${definitions}/${body.metadata.name}`)).body as Partial<Body>;
    if (now?.conditions?.some(({ type, reason }) => type === "Established" && reason !== "Installing") === true) return;
    await elapsed(pollMs);
  }
}

function sent(wire: Wire, known: Known, { send, headers = {}, body }: WireRequest): Promise<Answer> {
  const filled = (text: string): string =>
    text.replaceAll(placeholder, (whole, name: string) => known.get(name) ?? whole);
  const [method = "GET", path = "/"] = filled(send).split(" ", 2);
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const allHeaders = Object.entries(headers).map(([name, value]): [string, string] => [name, filled(value)]);
  return wire.send(method, path, text === undefined ? undefined : filled(text), Object.fromEntries(allHeaders));
}

function note(known: Known, { body }: Answer, step: number): void {
  const { metadata, status } = body as Partial<Answer["body"]>;
  const said: Record<string, unknown> = {
    version: metadata?.resourceVersion,
    uid: metadata?.uid,
    continue: metadata?.continue,
    token: (status as { token?: unknown } | undefined)?.token,
  };
  for (const [name, value] of Object.entries(said)) {
    if (typeof value !== "string" || value === "") continue;
    known.set(name, value);
    known.set(`${name}@${step}`, value);
  }
}
