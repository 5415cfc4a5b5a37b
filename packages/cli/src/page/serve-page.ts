import { Page, type PageOptions } from "./page.ts";
import { readPageFiles } from "./page-files.ts";
import { PageServer } from "./page-server.ts";

/** A page that a browser can open. */
export interface ServedPage extends AsyncDisposable {
  readonly page: Page;
  /** With the token. */
  readonly url: string;
}

/**
 * Starts a page and its server.
 *
 * @param port - default: 4480, or the next one that is free.
 * @throws ArgumentError - the port that was asked for is taken.
 */
export async function servePage(options: PageOptions, port: number | undefined): Promise<ServedPage> {
  await using starting = new AsyncDisposableStack();
  const [files, page] = await Promise.all([readPageFiles(), Page.start(options)]);
  starting.use(page);
  const server = starting.use(await PageServer.start(page, { files, ...(port === undefined ? {} : { port }) }));
  const closing = starting.move();
  return { page, url: server.url, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}
