/**
 * The author of an object writes the uid, name and kind in its references, and may copy those of another tenant's object. To decide
 * ownership, call isOwnedBy and isControlledBy of @capstan/kube, which also compare the namespace. Look up objects in a namespace, unless
 * those of all tenants are meant.
 */

const uidMessage =
  "The uid of a reference is a tenant's text, and proves nothing alone: ask isOwnedBy or isControlledBy of @capstan/kube.";
const namespacesMessage =
  "This finds objects of all tenants by what they say: look them up in a namespace, or say in lint/ownership.js why all are meant.";

/** Whether a type is a reference to an object, as an OwnerReference and an Event's `regarding` are. Objects have `metadata`. */
function isReference(type) {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some((part) =>
    ["apiVersion", "kind", "name", "uid"].every((name) => part.getProperty(name) !== undefined),
  );
}

const uidOfReference = {
  create(context) {
    const services = context.sourceCode.parserServices;
    const check = (node, holder) => {
      if (isReference(services.getTypeAtLocation(holder))) context.report({ node, message: uidMessage });
    };
    return {
      "MemberExpression[property.name='uid'][computed=false]"(node) {
        check(node.property, node.object);
      },
      "MemberExpression[property.value='uid'][computed=true]"(node) {
        check(node.property, node.object);
      },
      "ObjectPattern > Property[key.name='uid']"(node) {
        check(node.key, node.parent);
      },
    };
  },
};

const acrossNamespaces = {
  create(context) {
    const report = (node) => {
      context.report({ node, message: namespacesMessage });
    };
    return {
      "MemberExpression[property.name='inAllNamespaces']": report,
      "ObjectExpression > Property[key.name='allNamespaces']": report,
    };
  },
};

const plugins = { ownership: { rules: { "uid-of-reference": uidOfReference, "across-namespaces": acrossNamespaces } } };

export const ownership = [
  {
    files: ["packages/*/src/**/*.ts", "examples/*/src/**/*.ts"],
    ignores: [
      "packages/kube/src/ownership/**",
      // The server's garbage collector implements owner references; it has a test against the real one.
      "packages/apiserver/src/**",
      // These compare a reference with the value that a provider or a core should have written.
      "packages/{testkit,harness}/src/**",
    ],
    plugins,
    // The only rule with types: a reference is recognized by its fields.
    languageOptions: { parserOptions: { project: "lint/tsconfig.json" } },
    rules: { "ownership/uid-of-reference": "error" },
  },
  {
    files: ["packages/*/src/**/*.ts", "examples/*/src/**/*.ts"],
    ignores: [
      "packages/runtime/src/cache/**",
      // Claims of all namespaces may refer to a cluster-wide pool, whose addresses are unique among them.
      "packages/provider/src/kinds/ip-pool/{pool-addresses,sources}.ts",
      // A CRD is cluster-scoped: all objects that refer to its kind are woken, and its watch ends when none does.
      "packages/core-controllers/src/references/reference-tracker.ts",
    ],
    plugins,
    rules: { "ownership/across-namespaces": "error" },
  },
];
