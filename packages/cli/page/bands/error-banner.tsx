import { useState } from "preact/hooks";
import type { ProviderState } from "../../src/page/protocol.ts";
import type { CurrentError } from "../model/thrown-errors.ts";
import { Icon } from "../parts/icon.tsx";
import { ObjectLink } from "../parts/object-link.tsx";
import { usePage } from "../state/page.ts";
import { ThrownErrorView } from "../parts/thrown-error.tsx";
import { Age } from "../parts/time.tsx";

/** The last error that the author's code threw, at its line; until it is closed or no longer thrown. */
export function ErrorBanner() {
  const page = usePage();
  const [closed, close] = useState(0);
  const provider = page.world.provider.value;
  if (provider?.state === "ended") return <EndedProvider provider={provider} />;
  const errors = page.errors.value.filter(({ last }) => last.number > closed);
  const [newest] = errors;
  if (newest === undefined) return null;
  return (
    <section class="band thrown-band" role="alert" aria-label="Error in your code">
      <ReconcileError current={newest} />
      {errors.length > 1 && (
        <p class="muted">
          {errors.length - 1} other {errors.length === 2 ? "error" : "errors"} in other places: see Reconciles.
        </p>
      )}
      <button
        type="button"
        class="plain close"
        aria-label="Close the error"
        onClick={() => {
          close(newest.last.number);
        }}
      >
        <Icon shape="close" />
      </button>
    </section>
  );
}

function ReconcileError({ current }: { readonly current: CurrentError }) {
  const { error, last, times, objects } = current;
  const [object] = objects;
  return (
    <>
      <p class="band-title">
        <Icon shape="bad" />
        <strong>Your code threw</strong>
        <span class="muted">
          in {last.controller}
          {object !== undefined && (
            <>
              , for <ObjectLink id={object} />
            </>
          )}
          {objects.length > 1 && ` and ${objects.length - 1} more`}, {times === 1 ? "once" : `${times} times`}, last{" "}
          <Age time={last.at} /> ago
        </span>
      </p>
      <ThrownErrorView error={error} />
    </>
  );
}

function EndedProvider({ provider }: { readonly provider: ProviderState }) {
  const { how, lines, error } = provider;
  return (
    <section class="band thrown-band" role="alert" aria-label="The provider has ended">
      <p class="band-title">
        <Icon shape="bad" />
        <strong>The provider has ended{how === undefined ? "" : ` (${how})`}.</strong>
        <span class="muted">It restarts when a file changes.</span>
      </p>
      {error === undefined ? (
        <pre class="last-lines" tabIndex={0} aria-label="Its last lines">
          {lines.slice(-12).join("\n")}
        </pre>
      ) : (
        <ThrownErrorView error={error} />
      )}
    </section>
  );
}
