import { render } from "preact";
import { follow } from "./connection/follow.ts";
import { PageServer } from "./connection/page-server.ts";
import { World } from "./model/world.ts";
import { App } from "./app.tsx";
import { Page, PageContext } from "./state/page.ts";

const server = new PageServer(location.hash.slice(1));
const world = new World(() => Date.now());
const page = new Page(server, world);

setInterval(() => {
  world.tick();
}, 1_000);
render(
  <PageContext.Provider value={page}>
    <App />
  </PageContext.Provider>,
  document.body,
);
void follow(server, world);
// The program was restarted, so its address has another token.
addEventListener("hashchange", () => {
  location.reload();
});
