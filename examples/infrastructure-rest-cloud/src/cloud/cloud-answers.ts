import { type Static, Type } from "@capstan/provider";

/** A part of a path, a providerID or a failure domain. */
const name = Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]{0,299}$" });

const server = Type.Object({
  id: name,
  zone: name,
  ip: Type.String({ pattern: "^[0-9A-Fa-f:.]{2,45}$" }),
  state: Type.Enum(["creating", "running"]),
});
const error = Type.Object({ code: Type.String({ maxLength: 64 }), message: Type.String({ maxLength: 1_024 }) });

/** The used fields of the cloud's responses; a response with another form is refused. */
export const answers = {
  server,
  servers: Type.Object({ servers: Type.Array(server, { maxItems: 10_000 }) }),
  zones: Type.Object({ zones: Type.Array(name, { maxItems: 100 }) }),
  endpoint: Type.Object({
    host: Type.String({ pattern: "^[0-9A-Za-z:.-]{1,253}$" }),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  }),
  created: Type.Object({ operation: name }),
  operation: Type.Object({
    state: Type.Enum(["running", "done", "failed"]),
    server: Type.Optional(name),
    error: Type.Optional(error),
  }),
  refusal: Type.Object({
    code: Type.Optional(Type.String({ maxLength: 64 })),
    message: Type.Optional(Type.String({ maxLength: 1_024 })),
  }),
  unread: Type.Object({}),
};

/** A server of the cloud. */
export type Server = Static<typeof server>;

/** The progress of an operation. */
export type OperationState = Static<typeof answers.operation>;
