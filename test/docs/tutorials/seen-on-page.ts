import { PageReader } from "../../../packages/cli/test/page/page-reader.ts";
import { notPrinted } from "./shell.ts";

/**
 * Waits until the page of `capstan dev` shows these lines: kind and name of an object, its phase if it has one, and its message.
 *
 * @param url - as it is printed.
 * @throws Error the lines do not appear within `limitMs`; the message has the content of the page.
 */
export async function seenOnPage(url: string, lines: readonly string[], limitMs: number): Promise<void> {
  await using reader = await PageReader.open(url);
  const shown = (): string =>
    [...reader.rows().values()]
      .map(({ kind, name, phase = "", says = "" }) => `${kind} ${name} ${phase} ${says}`)
      .join("\n");
  AbortSignal.timeout(limitMs).addEventListener("abort", () => void reader[Symbol.asyncDispose]());
  await reader
    .until(() => notPrinted(lines, shown()).length === 0)
    .catch((error: unknown) => {
      throw new Error(`The page does not show:\n${lines.join("\n")}\nbut:\n${shown()}`, { cause: error });
    });
}
