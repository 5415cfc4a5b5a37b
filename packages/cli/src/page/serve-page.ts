import { Page, type PageOptions } from "./page.ts";
import { readPageFiles } from "./page-files.ts";
import { PageServer } from "./page-server.ts";

/** A served page. */
export interface ServedPage extends AsyncDisposable {
  readonly page: Page;
  /** The URL with the token. */
  readonly url: string;
}

/**
 * Starts a page and its server.
 *
 * @param port - default: 4480, or the next free port.
 * @throws ArgumentError - the requested port is taken.
 */
export async function servePage(options: PageOptions, port: number | undefined): Promise<ServedPage> {
  await using starting = new AsyncDisposableStack();
  const [files, page] = await Promise.all([readPageFiles(), Page.start(options)]);
  starting.use(page);
  const server = starting.use(await PageServer.start(page, { files, ...(port === undefined ? {} : { port }) }));
  const closing = starting.move();
  return { page, url: server.url, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}
