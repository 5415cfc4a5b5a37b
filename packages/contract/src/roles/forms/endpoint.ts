import { fieldsOf, isJsonObject } from "@capstan/kube";
import Type from "typebox";
import { text } from "../../fields/names.ts";
import { int32 } from "../../fields/scalars.ts";
import { type Form } from "./form.ts";

/** The address of a workload cluster's API server. */
export interface ControlPlaneEndpoint {
  /** Host name or address. */
  host: string;
  /** The port, 1 to 65535. */
  port: number;
}

/** A complete endpoint, as providers report it (rules IC-003, IC-011). */
export const reportedEndpoint = Type.Object({
  host: text(512, "Host name or address."),
  port: int32("Port.", { minimum: 1, maximum: 65535 }),
});

/** An endpoint with only a host or only a port counts as unset (rule IC-011). */
export const endpoint: Form = {
  read(json, report): ControlPlaneEndpoint | undefined {
    if (!isJsonObject(json)) {
      report("", "an object", json);
      return undefined;
    }
    const { host = "", port = 0 } = json;
    if (typeof host !== "string") report(".host", "a string", host);
    if (!Number.isInteger(port)) report(".port", "an integer", port);
    const isSet =
      typeof host === "string" && host !== "" && typeof port === "number" && Number.isInteger(port) && port !== 0;
    return isSet ? { host, port } : undefined;
  },
};

const maxPort = 65_535;

/** Does the same as {@link endpoint} for a form in which zero values mean unset (rule IC-004); later forms omit unset values. */
export const endpointOfZeroValues: Form = {
  ...endpoint,
  toNewest(json) {
    const { host, port } = fieldsOf(json);
    const set = {
      ...(host === undefined || host === "" ? {} : { host }),
      ...(typeof port === "number" && port > 0 && port <= maxPort ? { port } : {}),
    };
    return Object.keys(set).length === 0 ? undefined : set;
  },
};
