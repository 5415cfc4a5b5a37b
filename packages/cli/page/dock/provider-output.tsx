import { useEffect, useRef } from "preact/hooks";
import { whyStarted } from "../model/why-started.ts";
import { usePage } from "../state/page.ts";
import { Age } from "../parts/time.tsx";

/** The state of the provider's process, and its last output. */
export function ProviderOutput() {
  const provider = usePage().world.provider.value;
  const end = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (end.current !== null) end.current.scrollTop = end.current.scrollHeight;
  }, [provider?.lines.length, provider?.lines.at(-1)]);
  if (provider === undefined) return <p class="muted">No provider of your own is running.</p>;
  const { state, how, at, lines } = provider;
  const why = whyStarted(provider);
  return (
    <>
      <p>
        <strong>{state}</strong>
        {how !== undefined && ` (${how})`} <span class="muted">for</span> <Age time={at} />
        {why !== "" && <span class="muted">, {why}</span>}
      </p>
      <pre ref={end} class="log" role="log" aria-label="What the provider printed last" tabIndex={0}>
        {lines.length === 0 ? "It has printed nothing." : lines.join("\n")}
      </pre>
    </>
  );
}
