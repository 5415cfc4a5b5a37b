import { useEffect } from "preact/hooks";
import type { ProviderState } from "../../src/page/protocol.ts";
import { whyStarted } from "../model/why-started.ts";
import type { Connection } from "../model/world.ts";
import { ToneMark } from "../parts/icon.tsx";
import { usePage } from "../state/page.ts";
import { Age } from "../parts/time.tsx";

/** Shows in a browser tab whether the page needs attention. */
const titleMarks = { empty: "…", well: "✓", busy: "…", stuck: "✗" } as const;

/** The running command and project, and the state of the connection. */
export function Header() {
  const page = usePage();
  const { session, connection, provider, offeredFaults } = page.world;
  const { command, project, server } = session.value ?? {};
  const { state } = page.verdict.value;
  useEffect(() => {
    document.title = [titleMarks[state], project ?? "capstan"].join(" ");
  }, [state, project]);
  return (
    <header class="header">
      <h1>
        capstan {command ?? ""}
        {project !== undefined && <span class="project">{project}</span>}
      </h1>
      {provider.value !== undefined && <ProviderChip provider={provider.value} />}
      <ConnectionChip connection={connection.value} url={server?.url} />
      <span class="space" />
      {offeredFaults.value.some(({ forObject }) => !forObject) && (
        <button type="button" onClick={() => (page.dialog.value = { type: "fault" })}>
          Inject a fault…
        </button>
      )}
      <button type="button" onClick={() => (page.dialog.value = { type: "keys" })}>
        Keys <kbd>?</kbd>
      </button>
    </header>
  );
}

const providerTones = { starting: "busy", running: "good", ended: "bad" } as const;

function ProviderChip({ provider }: { readonly provider: ProviderState }) {
  const { state, how, at } = provider;
  return (
    <span class="chip">
      <ToneMark tone={providerTones[state]} />
      provider {state}
      {how !== undefined && ` (${how})`} <Age time={at} />
      <span class="muted">{whyStarted(provider)}</span>
    </span>
  );
}

const connections: Readonly<Record<Connection, { readonly tone: "good" | "busy" | "bad"; readonly says: string }>> = {
  connecting: { tone: "busy", says: "connecting" },
  connected: { tone: "good", says: "live" },
  lost: { tone: "bad", says: "not connected; trying again" },
  refused: { tone: "bad", says: "not accepted: open the address that the command printed last" },
};

function ConnectionChip({ connection, url }: { readonly connection: Connection; readonly url: string | undefined }) {
  const { tone, says } = connections[connection];
  return (
    <span class={`chip connection-${connection}`} role="status" title={url}>
      <ToneMark tone={tone} />
      {says}
    </span>
  );
}
