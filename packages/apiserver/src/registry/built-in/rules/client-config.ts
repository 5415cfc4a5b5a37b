import { dnsSubdomainProblems, isJsonObject, type JsonObject, textAt } from "@capstan/kube";
import { type FieldError, invalidAt, required } from "../../../status/field-error.ts";

/** Validates the address in a webhook's configuration. */
export function checkClientConfig(config: JsonObject, at: string): FieldError[] {
  const url = textAt(config, "url");
  const { service } = config;
  if ((url === undefined) === !isJsonObject(service)) {
    return [required(at, "exactly one of url or service is required")];
  }
  return isJsonObject(service) ? checkService(service, `${at}.service`) : checkUrl(url ?? "", `${at}.url`);
}

function checkUrl(text: string, at: string): FieldError[] {
  const form = "; desired format: https://host[/path]";
  const url = URL.parse(text);
  if (url === null) return [required(at, `url must be a valid URL${form}`)];
  return [
    ...(url.protocol === "https:"
      ? []
      : [invalidAt(at, url.protocol.slice(0, -1), `'https' is the only allowed URL scheme${form}`)]),
    ...(url.username === "" ? [] : [invalidAt(at, url.username, "user information is not permitted in the URL")]),
    ...(url.hash === "" ? [] : [invalidAt(at, url.hash.slice(1), "fragments are not permitted in the URL")]),
    ...(url.search === "" ? [] : [invalidAt(at, url.search.slice(1), "query parameters are not permitted in the URL")]),
  ];
}

function checkService(service: JsonObject, at: string): FieldError[] {
  const { port = 443 } = service;
  const isPort = Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536;
  return [
    ...["name", "namespace"]
      .filter((name) => (textAt(service, name) ?? "") === "")
      .map((name) => required(`${at}.${name}`)),
    ...(isPort ? [] : [invalidAt(`${at}.port`, port, "port is not valid: must be between 1 and 65535, inclusive")]),
    ...checkPath(textAt(service, "path") ?? "", `${at}.path`),
  ];
}

function checkPath(path: string, at: string): FieldError[] {
  if (path === "" || path === "/") return [];
  const steps = path
    .slice(1)
    .replace(/(?<=.)\/$/, "")
    .split("/");
  const problems = steps.flatMap((step, index) =>
    step === "" || path === "//"
      ? [`segment[${index}] may not be empty`]
      : dnsSubdomainProblems(step).map((problem) => `segment[${index}]: ${problem}`),
  );
  return [
    ...(path.startsWith("/") ? [] : ["must start with a '/'"]),
    ...problems.slice(0, path === "//" ? 1 : undefined),
  ].map((detail) => invalidAt(at, path, detail));
}
