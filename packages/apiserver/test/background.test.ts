import { expect, test } from "vitest";
import { Background } from "../src/background/background.ts";
import { Store } from "../src/store/store.ts";

test("what the server does by itself is tried again when it could not be kept, and the rest is done", async () => {
  // given a store, and a namespace whose end cannot be written the first time
  const store = new Store();
  const processed: string[] = [];
  const secondTime = Promise.withResolvers<undefined>();
  const nothing = { onChange: () => [], isTerminating: () => false, process: () => undefined };
  const background = new Background(store, {
    ...({ definitions: nothing, definitionFinalizer: nothing, garbage: nothing } as object),
    namespaces: {
      isTerminating: () => false,
      process: (name: string) => {
        processed.push(name);
        if (name === "a" && processed.length === 1) throw new Error("no space");
        if (name === "a") secondTime.resolve(undefined);
      },
    },
  } as unknown as ConstructorParameters<typeof Background>[1]);
  // when two namespaces change
  for (const name of ["a", "b"]) {
    store.put("namespaces.", { apiVersion: "v1", kind: "Namespace", metadata: { name, uid: name } });
  }
  await secondTime.promise;
  expect(processed).toEqual(["a", "b", "a"]);
  background.stop();
});
