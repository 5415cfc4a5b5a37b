import { Secret } from "@capstan/runtime";
import { type Stage } from "../stage/stage.ts";
import { type Facts } from "./facts.ts";
import { haveData } from "./reactions.ts";
import { type Sequence } from "./sequence.ts";
import { allCertificates, cluster, lookAgain, machine, event } from "./steps.ts";

/** Makes the token of a Machine's data expire soon. */
async function shorten(stage: Stage, name: string): Promise<void> {
  const secret = await stage.client.get(Secret, { namespace: stage.namespace, name });
  const data = Buffer.from(secret.data?.value ?? "", "base64").toString();
  const id = /^ +token: ([a-z0-9]{6})\./m.exec(data)?.[1] ?? "";
  await shortenToken(stage, id);
}

async function shortenToken(stage: Stage, id: string): Promise<void> {
  const expiration = new Date(Date.now() + 10_000).toISOString().replace(/\.\d+Z$/, "Z");
  const body = { data: { expiration: Buffer.from(expiration).toString("base64") } };
  await stage.client.patch(
    Secret,
    { namespace: "kube-system", name: `bootstrap-token-${id}` },
    { type: "merge", body },
  );
}

const lives = (name: string, life: string) => (facts: Facts) => {
  const token = facts.secrets[name]?.token;
  return typeof token === "object" && "life" in token && token.life === life;
};

/** A different token id for each provider, because they share the workload cluster. */
function givenToken({ namespace }: Stage, letter: string): { id: string; secret: string } {
  return { id: `${namespace.padEnd(5, "x")}${letter}`, secret: "0123456789abcdef" };
}

/** The bootstrap tokens of joining machines. */
export const tokenSequences: readonly Sequence[] = [
  {
    name: "token",
    steps: [
      cluster({ initialized: true }, allCertificates),
      machine("worker", "worker"),
      event(
        "its token is about to expire, and the machine has not joined",
        (stage) => shorten(stage, "token-worker"),
        ["worker"],
        lives("token-worker", "prolonged"),
      ),
      {
        what: "the machine joins",
        act: (stage) => stage.patchMachineStatus("token-worker", { nodeRef: { name: "worker" } }),
      },
      {
        what: "its token is about to expire, and both would look at it again by now",
        act: (stage) => shorten(stage, "token-worker"),
        quietMs: 25_000,
      },
    ],
  },
  {
    name: "giventoken",
    steps: [
      cluster({ initialized: true }, allCertificates),
      {
        what: "a worker whose spec has a token that is in the workload cluster",
        act: async (stage) => {
          const { id, secret } = givenToken(stage, "a");
          const encode = (text: string) => Buffer.from(text).toString("base64");
          await stage.client.create(Secret, {
            apiVersion: "v1",
            kind: "Secret",
            metadata: { namespace: "kube-system", name: `bootstrap-token-${id}` },
            type: "bootstrap.kubernetes.io/token",
            data: {
              "token-id": encode(id),
              "token-secret": encode(secret),
              "usage-bootstrap-signing": encode("true"),
              "usage-bootstrap-authentication": encode("true"),
            },
          });
          await shortenToken(stage, id);
          await stage.createMachine("giventoken-worker", {
            role: "worker",
            version: "v1.36.0",
            spec: { joinConfiguration: { discovery: { bootstrapToken: { token: `${id}.${secret}` } } } },
          });
        },
        until: haveData("worker"),
      },
      { ...lookAgain("worker"), shows: "given-token" },
    ],
    expected: [{ id: "given-token", at: /^secrets\.giventoken-worker\.token\.life/ }],
  },
  {
    name: "unknowntoken",
    steps: [
      cluster({ initialized: true }, allCertificates),
      {
        what: "a worker whose spec has a token that is not in the workload cluster",
        act: async (stage) => {
          const { id, secret } = givenToken(stage, "b");
          await stage.createMachine("unknowntoken-worker", {
            role: "worker",
            version: "v1.36.0",
            spec: { joinConfiguration: { discovery: { bootstrapToken: { token: `${id}.${secret}` } } } },
          });
        },
        until: haveData("worker"),
      },
      lookAgain("worker"),
    ],
  },
];
