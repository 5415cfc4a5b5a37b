import { describe, expect, test } from "vitest";
import { accessScene } from "./access-scene.ts";
import { type Suite } from "./suite.ts";
import { type Answer, eventually, Wire } from "./target.ts";

const group = "authentication.k8s.io";
const issuer = "https://kubernetes.default.svc";
const reviews = `/apis/${group}/v1/tokenreviews`;

/** Tokens of ServiceAccounts: requested, used, reviewed, and invalidated. */
export function tokensSuite(suite: Suite): void {
  /** A ServiceAccount for this test, and a function that requests its tokens. */
  async function account() {
    const { wire, namespace } = await accessScene(suite);
    const core = `/api/v1/namespaces/${namespace}`;
    const { body } = await wire.post(`${core}/serviceaccounts`, { metadata: { name: "robot" } });
    const { uid } = body.metadata;
    const path = `${core}/serviceaccounts/robot/token`;
    const ask = (spec: object = {}, metadata: object = {}): Promise<Answer> => wire.post(path, { metadata, spec });
    return { wire, namespace, core, uid, user: `system:serviceaccount:${namespace}:robot`, ask };
  }
  const review = async (token: string, audiences?: readonly string[]): Promise<unknown> => {
    const spec = { token, ...(audiences === undefined ? {} : { audiences }) };
    return (await suite.wire().post(reviews, { spec })).body.status;
  };
  const bearer = (token: string): Wire => new Wire(suite.target().kubeconfig, { token });

  describe("tokens of ServiceAccounts", () => {
    test("name their ServiceAccount, audience and expiry", async () => {
      const { uid, namespace, user, ask } = await account();
      const { status, body } = await ask({ expirationSeconds: 600 });
      expect([status, body.kind, body.spec]).toEqual([
        201,
        "TokenRequest",
        { audiences: [issuer], expirationSeconds: 600, boundObjectRef: null },
      ]);
      expect(body.metadata).toMatchObject({ name: "robot", namespace, uid, managedFields: [{ subresource: "token" }] });
      const { claims } = read(tokenOf(body));
      expect(claims).toEqual({
        aud: [issuer],
        exp: claims.iat + 600,
        iat: claims.iat,
        iss: issuer,
        jti: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        "kubernetes.io": { namespace, serviceaccount: { name: "robot", uid } },
        nbf: claims.iat,
        sub: user,
      });
    });

    test("authenticate their bearer as the ServiceAccount with its groups and rights", async () => {
      const { uid, namespace, user, ask, core } = await account();
      const token = tokenOf((await ask()).body);
      const own = bearer(token);
      const kind = { apiVersion: `${group}/v1`, kind: "SelfSubjectReview" };
      const { body } = await own.post(`/apis/${group}/v1/selfsubjectreviews`, kind);
      const userInfo = {
        username: user,
        uid,
        groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
        extra: { "authentication.kubernetes.io/credential-id": [`JTI=${read(token).claims.jti}`] },
      };
      expect(body.status).toEqual({ userInfo });
      expect((await own.get(`${core}/pods`)).body.message).toBe(
        `pods is forbidden: User "${user}" cannot list resource "pods" in API group "" in the namespace "${namespace}"`,
      );
      expect(await review(token)).toEqual({ authenticated: true, user: userInfo, audiences: [issuer] });
    });

    test("are valid for their audiences only", async () => {
      const { ask } = await account();
      const token = tokenOf((await ask({ audiences: ["a", "b"] })).body);
      expect((await bearer(token).get("/api")).status).toBe(401);
      expect(await review(token, ["b", "c"])).toMatchObject({ authenticated: true, audiences: ["b"] });
      expect(await review(token)).toEqual({
        user: {},
        error: `[invalid bearer token, token audiences ["a" "b"] is invalid for the target audiences ["${issuer}"]]`,
      });
    });

    test("are rejected if they were changed, invented or omitted", async () => {
      const { ask, wire } = await account();
      const token = tokenOf((await ask()).body);
      const [head = "", payload = "", signature = ""] = token.split(".");
      const claims = { ...read(token).claims, sub: "system:serviceaccount:kube-system:other" };
      const changed = [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
      const unsigned = [Buffer.from('{"alg":"none"}').toString("base64url"), payload, ""].join(".");
      for (const bad of [changed, unsigned, `${token}.`, "made.up", "x"]) {
        expect((await bearer(bad).get("/api")).body).toMatchObject({ code: 401, message: "Unauthorized" });
      }
      expect(await review(changed)).toEqual({
        user: {},
        error: "[invalid bearer token, go-jose/go-jose: error in cryptographic primitive]",
      });
      expect(await review("made.up")).toEqual({ user: {}, error: "invalid bearer token" });
      expect(await wire.post(reviews, { spec: {} })).toMatchObject({
        status: 400,
        body: { message: "token is required for TokenReview in authentication" },
      });
    });

    test("are invalidated when their bound object is deleted", async () => {
      const { ask, wire, core } = await account();
      const { body: secret } = await wire.post(`${core}/secrets`, { metadata: { name: "s" } });
      const boundObjectRef = { kind: "Secret", apiVersion: "v1", name: "s" };
      const bound = await ask({ boundObjectRef });
      const token = tokenOf(bound.body);
      expect(read(token).claims["kubernetes.io"]).toMatchObject({ secret: { name: "s", uid: secret.metadata.uid } });
      const pod = {
        metadata: { name: "p" },
        spec: { serviceAccountName: "robot", nodeName: "n1", containers: [{ name: "a", image: "a" }] },
      };
      const { body: made } = await wire.post(`${core}/pods`, pod);
      const ofPod = tokenOf((await ask({ boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "p" } })).body);
      expect(read(ofPod).claims["kubernetes.io"]).toMatchObject({
        pod: { name: "p", uid: made.metadata.uid },
        node: { name: "n1" },
      });
      expect(await review(ofPod)).toMatchObject({
        user: {
          extra: {
            "authentication.kubernetes.io/pod-name": ["p"],
            "authentication.kubernetes.io/pod-uid": [made.metadata.uid],
            "authentication.kubernetes.io/node-name": ["n1"],
          },
        },
      });
      await wire.delete(`${core}/secrets/s`);
      // The real server learns of the deletion from a watch, and may have cached the token by then.
      const invalidated = await eventually(
        () => review(token),
        (status) => (status as { authenticated?: boolean }).authenticated !== true,
      );
      expect(invalidated).toEqual({
        user: {},
        error: "[invalid bearer token, service account token has been invalidated]",
      });
      expect((await bearer(token).get("/api")).status).toBe(401);
    });

    test("are rejected for missing or unsuitable objects and for too short durations", async () => {
      const { ask, wire, core, uid } = await account();
      const pod = {
        metadata: { name: "p" },
        spec: { serviceAccountName: "other", containers: [{ name: "a", image: "a" }] },
      };
      await wire.post(`${core}/pods`, pod);
      const reference = (kind: string, name: string, more: object = {}) => ({
        boundObjectRef: { kind, apiVersion: "v1", name, ...more },
      });
      const cases: readonly [Promise<Answer>, number, string][] = [
        [
          ask({ expirationSeconds: 599 }),
          422,
          `TokenRequest.${group} "" is invalid: spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes`,
        ],
        [
          ask({}, { name: "x" }),
          422,
          `TokenRequest.${group} "robot" is invalid: metadata.name: Invalid value: "x": must match the service account name if specified`,
        ],
        [
          ask({}, { uid: "x" }),
          409,
          `Operation cannot be fulfilled on TokenRequest.${group} "robot": the UID in the token request (x) does not match the UID of the service account (${uid})`,
        ],
        [ask(reference("Secret", "gone")), 404, 'secrets "gone" not found'],
        [ask(reference("Node", "gone")), 404, 'nodes "gone" not found'],
        [ask(reference("ConfigMap", "x")), 400, "cannot bind token to object of type /v1, Kind=ConfigMap"],
        [
          ask(reference("Pod", "p")),
          400,
          'cannot bind token for serviceaccount "robot" to pod running with different serviceaccount name.',
        ],
        [wire.post(`${core}/serviceaccounts/gone/token`, {}), 404, 'serviceaccounts "gone" not found'],
        [
          wire.get(`${core}/serviceaccounts/robot/token`),
          405,
          "the server does not allow this method on the requested resource",
        ],
      ];
      for (const [asked, status, message] of cases) {
        const answer = await asked;
        expect([answer.status, answer.body.message]).toEqual([status, message]);
      }
    });

    test("can be requested by users who may create them", async () => {
      const scene = await accessScene(suite);
      await scene.wire.post(`/api/v1/namespaces/${scene.namespace}/serviceaccounts`, { metadata: { name: "robot" } });
      const path = `/api/v1/namespaces/${scene.namespace}/serviceaccounts/robot/token`;
      expect((await scene.send({ user: "jane" }, "POST", path, {})).body.message).toBe(
        `serviceaccounts "robot" is forbidden: User "jane" cannot create resource "serviceaccounts/token" in API group "" in the namespace "${scene.namespace}"`,
      );
    });
  });
}

function tokenOf({ status }: Answer["body"]): string {
  return (status as unknown as { readonly token: string }).token;
}

interface Claims {
  readonly [claim: string]: unknown;
  readonly iat: number;
  readonly jti: string;
}

function read(token: string): { header: Record<string, string>; claims: Claims } {
  const [header, claims] = token
    .split(".", 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()) as unknown);
  return { header: header as Record<string, string>, claims: claims as Claims };
}
