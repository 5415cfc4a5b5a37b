import { type LogFields, silentLogger } from "@capstan/runtime";
import type { ApiObject } from "../../../packages/apiserver/src/object/api-object.ts";
import { Store } from "../../../packages/apiserver/src/store/store.ts";
import { publicParts } from "../../../packages/testkit/src/secret-guard/guarded-client.ts";
import { SecretGuard } from "../../../packages/testkit/src/secret-guard/secret-guard.ts";
import type { SecretContent } from "../../../packages/testkit/src/secret-guard/secret-strings.ts";

/**
 * Watches this process, replacing an earlier guard: every write to every embedded server, including workload clusters', from any source;
 * the logs, at any level, of managers without their own logger; standard output and error. For tests only: it patches the methods that all
 * of these use.
 */
export function watchEverything(): SecretGuard {
  guard = new SecretGuard();
  if (!isLaidOver) {
    watchServers();
    watchLogs();
    watchOutput();
    isLaidOver = true;
  }
  return guard;
}

// A worker runs several files with the same modules: the methods are patched once, and each file has its own guard.
let guard = new SecretGuard();
let isLaidOver = false;

type Put = (this: Store, id: string, object: ApiObject) => ApiObject;

function watchServers(): void {
  const put: Put = Reflect.get(Store.prototype, "put");
  Store.prototype.put = function (this: Store, id: string, object: ApiObject): ApiObject {
    const { metadata, kind } = object;
    const name = `${metadata.namespace ?? ""}/${metadata.name}`;
    if (id === "secrets.") guard.addSecret(name, object as Pick<SecretContent, "data" | "type">);
    else guard.emitted(`${kind} ${name}`, publicParts({ kind }, object));
    return put.call(this, id, object);
  };
}

function watchLogs(): void {
  for (const level of ["debug", "info", "warn", "error"] as const) {
    silentLogger[level] = (message: string, fields?: LogFields) => {
      guard.emitted(`log (${message})`, { message, ...fields });
    };
  }
  silentLogger.with = (fields) => {
    guard.emitted("log", fields);
    return silentLogger;
  };
}

function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: readonly unknown[]) => boolean;
    stream.write = (...args: readonly unknown[]): boolean => {
      const [chunk] = args;
      guard.emitted("output", typeof chunk === "string" ? chunk : Buffer.from(chunk as Uint8Array).toString());
      return write(...args);
    };
  }
}
