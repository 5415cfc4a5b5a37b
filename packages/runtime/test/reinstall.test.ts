import { ApiServer } from "@capstan/apiserver";
import { customResourceDefinition, type KubernetesObject } from "@capstan/contract";
import {
  CommandLineError,
  type Converter,
  createClient,
  defineKind,
  installCRDs,
  placeholderClientConfig,
  WebhookServer,
  withConversionWebhook,
} from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import { Type } from "typebox";
import { describe, expect, test } from "vitest";

type Widget = KubernetesObject & { spec?: { size?: string } };
const names = { group: "example.io", kind: "Widget", plural: "widgets", namespaced: true } as const;
const [WidgetV1, WidgetV2] = [
  defineKind<Widget>({ ...names, version: "v1" }),
  defineKind<Widget>({ ...names, version: "v2" }),
];
const spec = Type.Object({ size: Type.Optional(Type.String()) });
const widgets = withConversionWebhook(
  customResourceDefinition({
    group: names.group,
    kind: names.kind,
    versions: [
      { name: "v1", spec },
      { name: "v2", spec },
    ],
  }),
  placeholderClientConfig,
);

/** A conversion that fails the given number of times first. */
function failingAtFirst(failures: number): Converter {
  let asked = 0;
  return {
    group: names.group,
    kinds: [names.kind],
    convert: (object, version) => {
      asked += 1;
      if (asked <= failures) throw new CommandLineError("Not yet");
      return { ...object, apiVersion: `${names.group}/${version}` };
    },
  };
}

const servers = [
  ["the embedded server", () => ApiServer.start(), true],
  ["kube-apiserver", () => RealApiServer.start(), process.env.KUBEBUILDER_ASSETS !== undefined],
] as const;

describe.each(servers)("CRDs whose conversion webhook was killed, on %s", (_name, startServer, isThere) => {
  test.runIf(isThere)(
    "are installed again by the next process, although the server first calls the old webhook",
    async () => {
      // given an object, and a CRD that names a webhook which has ended
      await using server = await startServer();
      await using closing = new AsyncDisposableStack();
      const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "manager" });
      closing.defer(() => client.close());
      const killed = await WebhookServer.start({ converters: [failingAtFirst(0)] });
      await installCRDs(client, killed.wire([widgets]));
      const metadata = { name: "w", namespace: "default" };
      await client.create(WidgetV2, { apiVersion: "example.io/v2", kind: "Widget", metadata, spec: { size: "s" } });
      await killed.close();

      // when other processes install it, one after the other, each with a webhook that cannot answer at once
      for (let generation = 1; generation <= 5; generation++) {
        await using webhook = await WebhookServer.start({ converters: [failingAtFirst(2)] });
        await installCRDs(client, webhook.wire([widgets]));
        // then both versions are served
        for (const kind of [WidgetV1, WidgetV2]) expect((await client.list(kind)).items).toHaveLength(1);
      }
    },
  );
});

// kube-apiserver delays clients until its watch cache of that version is filled.
test("CRDs whose conversion webhook never answers are reported as not served, with the reason, on the embedded server", async () => {
  await using server = await ApiServer.start();
  await using closing = new AsyncDisposableStack();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "manager" });
  closing.defer(() => client.close());
  await using webhook = await WebhookServer.start({ converters: [failingAtFirst(Infinity)] });
  await installCRDs(client, webhook.wire([widgets]));
  const metadata = { name: "w", namespace: "default" };
  await client.create(WidgetV2, { apiVersion: "example.io/v2", kind: "Widget", metadata, spec: { size: "s" } });
  await expect(installCRDs(client, webhook.wire([widgets]), { timeoutMs: 300 })).rejects.toMatchObject({
    code: "TimedOut",
    cause: { message: expect.stringMatching(/conversion webhook .* failed/) as unknown },
  });
});
