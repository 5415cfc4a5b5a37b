import { ParseError, type Parsed, type parseJson, type parseYaml } from "../../decoding/json/parse.ts";
import { type ResourceRequest } from "../../request/request.ts";
import { badRequest } from "../../status/status-error.ts";

export function parsePatch(request: ResourceRequest, parse: typeof parseJson | typeof parseYaml): Parsed {
  try {
    return parse(request.body.toString("utf8"));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw badRequest(`error decoding patch: ${error.message}`);
  }
}
