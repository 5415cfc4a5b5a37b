import { type Reader, fields, integer, isAbsent, listOf, objectOf, text } from "./readers.ts";

/** The expected hash of a downloaded resource; undefined without function or sum. */
export const verification: Reader<object> = (value, path, report) => {
  const read = objectOf(fields({ hash: objectOf(fields({ function: text, sum: text })) }))(value, path, report);
  const { function: algorithm, sum } = (read?.hash ?? {}) as { function?: string; sum?: string };
  if (algorithm === undefined || sum === undefined) return {};
  if (algorithm !== "sha512") report.error(`${path}.hash.function`, "must be sha512");
  else if (sum.length !== 128) report.error(`${path}.hash.sum`, "must have 128 hexadecimal digits");
  return { hash: `${algorithm}-${sum}` };
};

const reference: Reader<object> = (value, path, report) => {
  if (isAbsent(value)) return undefined;
  const read = objectOf(fields({ source: text, verification }))(value, path, report);
  return { source: read?.source ?? "", verification: read?.verification ?? {} };
};

/** `ignition` of a Container Linux Config. */
export const ignition = objectOf(
  fields({
    config: objectOf(fields({ append: listOf(reference), replace: reference })),
    timeouts: objectOf(fields({ http_response_headers: integer, http_total: integer })),
    security: objectOf(
      fields({
        tls: objectOf(fields({ certificate_authorities: listOf(reference) })),
      }),
    ),
  }),
);
