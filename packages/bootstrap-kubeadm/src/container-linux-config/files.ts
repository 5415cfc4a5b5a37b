import { dataUrl } from "../ignition/data-url.ts";
import { verification } from "./ignition-section.ts";
import { type Check, type Reader, fields, flag, integer, listOf, objectOf, optionalFlag, text } from "./readers.ts";

const owner = objectOf(fields({ id: integer, name: text }), (object, path, report) => {
  if (object.id !== undefined && object.name !== undefined)
    report.error(path, "id and name are mutually exclusive; keep one");
});

/** A mode of four octal digits; `644` is decimal, as in any YAML. */
const mode: Reader<number> = (value, path, report) => {
  const amount = integer(value, path, report);
  if (amount === undefined || (amount >= 0 && amount <= 0o7777)) return amount;
  report.error(path, "must be between 0 and 07777");
  return undefined;
};

const node = { filesystem: text, path: text, user: owner, group: owner, overwrite: optionalFlag };

const located: Check = (object, path, report) => {
  if (typeof object.path !== "string" || !object.path.startsWith("/")) {
    report.error(`${path}.path`, "must be an absolute path");
  }
};

const schemes = /^(?:https?|oem|tftp|s3|data):/;

const remote = objectOf(fields({ url: text, compression: text, verification }), (object, path, report) => {
  const { url, compression } = object;
  if (typeof url === "string" && !schemes.test(url)) {
    report.error(`${path}.url`, "must be a URL of http, https, oem, tftp, s3 or data");
  }
  if (compression !== undefined && compression !== "gzip") report.error(`${path}.compression`, "must be gzip");
});

interface Contents {
  readonly inline?: string;
  readonly remote?: { readonly url?: string; readonly compression?: string; readonly verification?: object };
}

const contents: Reader<object> = (value, path, report) => {
  const read = objectOf(fields({ inline: text, remote, local: text }), (object, place, findings) => {
    if (object.local !== undefined) findings.error(`${place}.local`, "is not supported; set inline instead");
    const url = (object.remote as Contents["remote"])?.url;
    if (object.inline !== undefined && url !== undefined)
      findings.error(place, "inline and remote.url are mutually exclusive; keep one");
  })(value, path, report) as Contents | undefined;
  const { inline, remote: from } = read ?? {};
  const source = inline === undefined ? (from?.url ?? "data:,") : dataUrl(inline);
  return { source, compression: from?.compression, verification: from?.verification ?? {} };
};

const file = objectOf(fields({ ...node, mode, contents, append: flag }), located, (object, path, report) => {
  if (object.append === true && object.overwrite === true) {
    report.error(path, "append and overwrite are mutually exclusive; keep one");
  }
  if (object.mode === undefined && object.append !== true) report.warning(`${path}.mode`, "is not set; 0644 is used");
});

const directory = objectOf(fields({ ...node, mode }), located, (object, path, report) => {
  if (object.mode === undefined) report.warning(`${path}.mode`, "is not set; 0755 is used");
});

const link = objectOf(fields({ ...node, hard: flag, target: text }), located);

/** Adds the fields that Ignition requires and a Container Linux Config may omit. */
function completed(read: Reader<Record<string, unknown>>, defaults: object): Reader<Record<string, unknown>> {
  return (value, path, report) => {
    const object = read(value, path, report);
    return object === undefined ? undefined : { filesystem: "root", ...defaults, ...object };
  };
}

const noContents = { source: "data:,", verification: {} };
export const files = listOf(completed(file, { mode: 0o644, contents: noContents }));
export const directories = listOf(completed(directory, { mode: 0o755 }));
export const links = listOf(completed(link, { target: "" }));
