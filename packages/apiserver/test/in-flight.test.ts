import { ApiServer, type ApiServerOptions } from "@capstan/apiserver";
import { RealApiServer } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { admissionGroup, configMaps } from "./conformance/admission-world.ts";
import { type Answer, eventually, Wire } from "./conformance/target.ts";
import { WebhookServer } from "./conformance/webhook-server.ts";
import { normalized, type Seen } from "./wire/normalized.ts";

/** The options of the embedded server, and the flags of the real one for the same purpose. */
interface Settings {
  readonly embedded: ApiServerOptions;
  readonly real: readonly string[];
}

interface Server extends AsyncDisposable {
  readonly url: string;
  readonly kubeconfig: string;
  kubeconfigFor(user: string, groups?: readonly string[]): string | Promise<string>;
}

const withoutPriorities = ["--enable-priority-and-fairness=false"];

const kinds: Readonly<Record<string, (settings: Settings) => Promise<Server>>> = {
  embedded: ({ embedded }) => ApiServer.start({ ...embedded, authorization: "AlwaysAllow" }),
  ...(process.env.KUBEBUILDER_ASSETS === undefined
    ? {}
    : { real: ({ real }: Settings) => RealApiServer.start({ apiServerFlags: real }) }),
};

const path = "/api/v1/namespaces/default/configmaps";

/** A webhook that delays creations of ConfigMaps whose names begin with `held`, until it is opened. */
class Gate implements AsyncDisposable {
  readonly #server: WebhookServer;
  readonly #held: Map<string, () => void>;

  private constructor(server: WebhookServer, held: Map<string, () => void>) {
    this.#server = server;
    this.#held = held;
  }

  static async start(): Promise<Gate> {
    const held = new Map<string, () => void>();
    const server = await WebhookServer.start((review, response) => {
      const { request } = review as { request: { uid: string; name?: string } };
      const allowed = request.name !== "refused";
      const answer = (): void => {
        response.end(
          JSON.stringify({
            kind: "AdmissionReview",
            apiVersion: "admission.k8s.io/v1",
            response: { uid: request.uid, allowed, ...(allowed ? {} : { status: { code: 403 } }) },
          }),
        );
      };
      if (request.name?.startsWith("held") === true) held.set(request.name, answer);
      else answer();
    });
    return new Gate(server, held);
  }

  /** Returns when the creation of an object is waiting. */
  async holds(name: string): Promise<void> {
    await eventually(
      () => Promise.resolve(this.#held.has(name)),
      (isHeld) => isHeld,
    );
  }

  /** Releases all waiting requests. */
  open(): void {
    for (const answer of this.#held.values()) answer();
    this.#held.clear();
  }

  /** Returns when the server calls the webhook; the real server needs a moment. */
  async install(wire: Wire): Promise<void> {
    await wire.post(`${admissionGroup}/validatingwebhookconfigurations`, {
      metadata: { name: "gate" },
      webhooks: [
        {
          name: "gate.example.com",
          clientConfig: this.#server.clientConfig("/"),
          rules: [configMaps],
          sideEffects: "None",
          // The maximum, so that requests stay held while a busy machine sends the next ones.
          timeoutSeconds: 30,
          admissionReviewVersions: ["v1"],
        },
      ],
    });
    await eventually(
      () => create(wire, "refused"),
      ({ status }) => status === 403,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.open();
    await this.#server[Symbol.asyncDispose]();
  }
}

const create = (wire: Wire, name: string): Promise<Answer> => wire.post(path, { metadata: { name } });

/** Starts to create an object, and waits until the webhook has it. */
async function hold(gate: Gate, wire: Wire, name: string): Promise<{ readonly answer: Promise<Answer> }> {
  const answer = create(wire, name);
  await gate.holds(name);
  return { answer };
}

/** Creates an object as soon as there is capacity: the real server frees some only after its response. */
function served(wire: Wire, name: string): Promise<Answer> {
  return eventually(
    () => create(wire, name),
    ({ status }) => status === 201,
  );
}

/** The responses of both servers, which must be equal. */
async function onBoth(settings: Settings, course: (server: Server, gate: Gate) => Promise<Seen[]>): Promise<Seen[]> {
  const seen = await Promise.all(
    Object.values(kinds).map(async (start) => {
      await using gate = await Gate.start();
      await using server = await start(settings);
      await gate.install(new Wire(server.kubeconfig));
      return await course(server, gate);
    }),
  );
  const [embedded = [], real = embedded] = seen;
  expect(embedded).toEqual(real);
  return embedded;
}

const tooMany = {
  status: 429,
  headers: { "retry-after": "1", "content-type": "text/plain; charset=utf-8" },
  body: "Too many requests, please try again later.\n",
};

describe("requests in flight", () => {
  test("a write beyond the limit gets 429, except for administrators; reads and watches are served", async () => {
    const limits = { embedded: { requestLimits: { reading: 1, writing: 1 } }, real: [] };
    const flags = ["--max-mutating-requests-inflight=1", "--max-requests-inflight=1"];
    const seen = await onBoth({ ...limits, real: [...withoutPriorities, ...flags] }, async (server, gate) => {
      const [jane, admin] = [new Wire(await server.kubeconfigFor("jane")), new Wire(server.kubeconfig)];
      const { answer } = await hold(gate, jane, "held-a");
      const watch = jane.send("GET", `${path}?watch=true&timeoutSeconds=2`, undefined, {});
      const during = [
        await create(jane, "b"),
        await jane.send("DELETE", `${path}/none`, undefined, {}),
        await jane.send("POST", "/version", "", {}),
        await jane.get(`${path}/none`),
        await create(admin, "c"),
      ];
      gate.open();
      const after = [await answer, await served(jane, "d")];
      expect((await watch).status).toBe(200);
      return [...during, ...after].map((one) => normalized(one, new URL(server.url).host));
    });
    expect(seen.map(({ status }) => status)).toEqual([429, 429, 429, 404, 201, 201, 201]);
    expect(seen[0]).toMatchObject(tooMany);
  });

  const level = (limitResponse: object): object => ({
    metadata: { name: "narrow" },
    spec: {
      type: "Limited",
      limited: { nominalConcurrencyShares: 1, borrowingLimitPercent: 0, lendablePercent: 0, limitResponse },
    },
  });
  const schema = {
    metadata: { name: "narrow" },
    spec: {
      priorityLevelConfiguration: { name: "narrow" },
      matchingPrecedence: 2,
      rules: [
        {
          subjects: [{ kind: "User", user: { name: "jane" } }],
          resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] }],
        },
      ],
    },
  };
  const flowControl = "/apis/flowcontrol.apiserver.k8s.io/v1";

  /** Assigns Jane a separate priority level that serves three requests at a time, and waits until it is used. */
  const narrow = async (server: Server, limitResponse: object): Promise<Wire> => {
    const admin = new Wire(server.kubeconfig);
    const { status, body } = await admin.post(`${flowControl}/prioritylevelconfigurations`, level(limitResponse));
    expect([status, (await admin.post(`${flowControl}/flowschemas`, schema)).status]).toEqual([201, 201]);
    const jane = new Wire(await server.kubeconfigFor("jane"));
    await eventually(
      () => jane.get(`${path}/none`),
      ({ headers }) => headers["x-kubernetes-pf-prioritylevel-uid"] === body.metadata.uid,
    );
    return jane;
  };
  /** As many requests as are served. */
  const holdAll = async (gate: Gate, jane: Wire): Promise<Promise<Answer>[]> => {
    const held = [];
    for (const name of ["held-1", "held-2", "held-3"]) held.push(await hold(gate, jane, name));
    return held.map(({ answer }) => answer);
  };
  const settings: Settings = { embedded: {}, real: [] };

  test("a priority level that rejects answers excess requests with 429", async () => {
    const seen = await onBoth(settings, async (server, gate) => {
      const jane = await narrow(server, { type: "Reject" });
      const held = await holdAll(gate, jane);
      const during = [await create(jane, "b"), await jane.get(`${path}/none`)];
      gate.open();
      return [...during, ...(await Promise.all(held)), await served(jane, "d")].map((one) =>
        normalized(one, new URL(server.url).host),
      );
    });
    expect(seen.map(({ status }) => status)).toEqual([429, 429, 201, 201, 201, 201]);
    expect(seen[0]).toMatchObject(tooMany);
  });

  test("a priority level with a queue delays requests, and answers 429 when the queue is full", async () => {
    const queuing = { queues: 1, handSize: 1, queueLengthLimit: 1 };
    const seen = await onBoth(settings, async (server, gate) => {
      const jane = await narrow(server, { type: "Queue", queuing });
      const held = await holdAll(gate, jane);
      const two = ["b", "c"].map((name) => create(jane, name));
      const refused = await Promise.race(two);
      gate.open();
      const all = [refused, ...(await Promise.all([...held, ...two]))];
      return all.map(({ status }) => ({ status, headers: {}, body: "" })).sort((a, b) => a.status - b.status);
    });
    expect(seen.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429, 429]);
  });
});
