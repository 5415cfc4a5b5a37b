import { type Static, Type } from "@capstan/provider";

/** The size of a server. */
export const ServerSize = Type.Union([Type.Literal("small"), Type.Literal("large")], {
  default: "small",
  description: "Size of the server.",
});
export type ServerSize = Static<typeof ServerSize>;
