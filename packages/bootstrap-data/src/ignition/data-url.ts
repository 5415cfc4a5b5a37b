import { invalid } from "../input/bootstrap-data-error.ts";
import { fromBase64 } from "../input/encodings.ts";

const dataUrlForm = /^data:([^,]*?)(;base64)?,([\s\S]*)$/i;

/**
 * The bytes of a data URL, base64 or escaped by `%`; undefined for a URL that must be downloaded.
 *
 * @throws `BootstrapDataError` a data URL with another encoding.
 */
export function dataUrlBytes(url: string, at: string): Buffer | undefined {
  if (!/^data:/i.test(url)) return undefined;
  const [, , base64, text] = dataUrlForm.exec(url) ?? [];
  if (text === undefined) throw invalid(at, "is not a data URL");
  const bytes = unescaped(text, at);
  return base64 === undefined ? bytes : fromBase64(bytes, at);
}

function unescaped(text: string, at: string): Buffer {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) throw invalid(at, "is not a data URL: % needs two hexadecimal digits");
  const characters = Buffer.from(text).toString("latin1");
  const bytes = characters.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1");
}
