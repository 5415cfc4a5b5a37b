import { defineRuntimeExtension, HookError, type HookHandlers, patchBetween } from "@capstan/runtime-extension";
import type { ExtensionRule } from "@capstan/runtime-extension/testing";

/** An extension with one fault, and the rule that it breaks. */
export interface FaultyExtension {
  readonly breaks: ExtensionRule;
  readonly fault: string;
  readonly hooks: () => HookHandlers;
}

function counter(): () => number {
  let calls = 0;
  return () => (calls += 1);
}

const broken = {
  patchType: "JSONPatch",
  patch: Buffer.from('[{"op":"remove","path":"/spec/none"}]').toString("base64"),
} as const;

export const faultyExtensions: readonly FaultyExtension[] = [
  {
    breaks: "RX-002",
    fault: "a message that counts its calls",
    hooks: () => {
      const call = counter();
      return { ValidateTopology: () => ({ message: `call ${call()}` }) };
    },
  },
  {
    breaks: "RX-003",
    fault: "a patch that changes nothing",
    hooks: () => ({
      GeneratePatches: ({ items }) => ({
        items: items.map(({ uid }) => ({
          uid,
          patchType: "JSONMergePatch" as const,
          patch: Buffer.from("{}").toString("base64"),
        })),
      }),
    }),
  },
  {
    breaks: "RX-003",
    fault: "a patch that grows with each call",
    hooks: () => ({
      GeneratePatches: ({ items }) => ({
        items: items.flatMap(({ uid, object }) => {
          const { spec: { template: { spec = {} } = {} } = {} } = object as {
            spec?: { template?: { spec?: { size?: string } } };
          };
          const patched = { ...object, spec: { template: { spec: { ...spec, size: `${spec.size ?? ""}x` } } } };
          const patch = patchBetween(object, patched);
          return patch === undefined ? [] : [{ uid, ...patch }];
        }),
      }),
    }),
  },
  {
    breaks: "RX-004",
    fault: "a patch that does not apply",
    hooks: () => ({ GeneratePatches: ({ items }) => ({ items: items.map(({ uid }) => ({ uid, ...broken })) }) }),
  },
  {
    breaks: "RX-004",
    fault: "a patch of the name",
    hooks: () => ({
      GeneratePatches: ({ items }) => ({
        items: items.flatMap(({ uid, object }) => {
          const patch = patchBetween(object, { ...object, metadata: { ...object.metadata, name: "other" } });
          return patch === undefined ? [] : [{ uid, ...patch }];
        }),
      }),
    }),
  },
  {
    breaks: "RX-004",
    fault: "a patch with a label value that no object may have",
    hooks: () => ({
      GeneratePatches: ({ items }) => ({
        items: items.flatMap(({ uid, object }) => {
          const metadata = { labels: { payer: "Team Rocket, Inc." } };
          const { spec } = object as { spec?: { template?: object } };
          const template = { ...spec?.template, metadata };
          const patch = patchBetween(object, { ...object, spec: { template } });
          return patch === undefined ? [] : [{ uid, ...patch }];
        }),
      }),
    }),
  },
  {
    breaks: "RX-004",
    fault: "a patch for a template that was not sent",
    hooks: () => ({ GeneratePatches: () => ({ items: [{ uid: "another", ...broken }] }) }),
  },
  {
    breaks: "RX-005",
    fault: "a handler that never answers",
    hooks: () => ({ BeforeClusterDelete: { timeoutSeconds: 1, handle: () => new Promise<never>(() => undefined) } }),
  },
  {
    breaks: "RX-006",
    fault: "a handler that reads a field of a missing spec",
    hooks: () => ({
      GeneratePatches: ({ items }) => {
        for (const { object } of items) void (object as unknown as { spec: { template: object } }).spec.template;
        return {};
      },
    }),
  },
  {
    breaks: "RX-007",
    fault: "a failure with a request id",
    hooks: () => {
      const call = counter();
      return {
        BeforeClusterCreate: () => {
          throw new HookError(`request ${call()} failed`);
        },
      };
    },
  },
  {
    breaks: "RX-008",
    fault: "a retry that is not a number",
    hooks: () => ({ BeforeClusterCreate: () => ({ retryAfterSeconds: "10" }) as never }),
  },
];

export function titleOf({ fault, breaks }: FaultyExtension): string {
  return `${fault} breaks ${breaks}`;
}

export function extensionOf({ hooks }: FaultyExtension) {
  return defineRuntimeExtension({ name: "faulty", hooks: hooks() });
}
