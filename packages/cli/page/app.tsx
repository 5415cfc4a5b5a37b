import { useEffect } from "preact/hooks";
import { ActiveFaults } from "./bands/active-faults.tsx";
import { Details } from "./details/details.tsx";
import { Dialogs } from "./dialogs/dialogs.tsx";
import { Dock } from "./dock/dock.tsx";
import { ErrorBanner } from "./bands/error-banner.tsx";
import { Header } from "./bands/header.tsx";
import { NoticeLine } from "./bands/notice.tsx";
import { usePage } from "./state/page.ts";
import { followKeys } from "./keys/shortcuts.ts";
import { Tree } from "./tree/tree.tsx";
import { VerdictBand } from "./bands/verdict-band.tsx";

/** The whole page. */
export function App() {
  const page = usePage();
  const isOpen = page.opened.value !== undefined;
  useEffect(() => followKeys(page), [page]);
  return (
    <div class={isOpen ? "app has-details" : "app"}>
      <Header />
      <div class="says">
        <VerdictBand />
        <ErrorBanner />
        <ActiveFaults />
      </div>
      <main class="work">
        <Tree />
        {isOpen && <Details />}
      </main>
      <Dock />
      <NoticeLine />
      <Dialogs />
    </div>
  );
}
