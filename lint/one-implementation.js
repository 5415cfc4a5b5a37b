/**
 * The needs of every Kubernetes program are implemented once, in packages/kube. This rule recognizes a copy by a library or Node module
 * that only the one implementation needs, by its shape, or by its name.
 */

const x509 = "Keys and certificates are made and read in @capstan/kube/x509.";

/** Imports that only packages/kube needs. */
export function theirOwnImports(packageName) {
  if (packageName === "kube") return [];
  return [
    { name: "@peculiar/x509", message: x509 },
    {
      name: "node:crypto",
      importNames: [
        "X509Certificate",
        "createPrivateKey",
        "createPublicKey",
        "generateKeyPair",
        "generateKeyPairSync",
        "webcrypto",
      ],
      allowTypeImports: true,
      message: x509,
    },
    {
      name: "js-yaml",
      importNames: ["load", "loadAll", "parseEvents", "constructFromEvents", "dump"],
      message:
        "YAML is read with parseYaml, parseLenientYaml or parseManifests of @capstan/kube, as Go reads it, and written with writeYaml.",
    },
    { name: "semver", message: "Versions are read and ordered in @capstan/kube (versions)." },
    {
      name: "node:util",
      importNames: ["isDeepStrictEqual"],
      message: "JSON values are compared with jsonEqual of @capstan/kube.",
    },
  ];
}

/** A concept, its place, and the patterns of a second implementation. */
const concepts = [
  {
    instead: "jsonEqual of @capstan/kube",
    shapes: [
      // JSON.stringify(a) === JSON.stringify(b)
      "BinaryExpression[operator=/^[!=]==$/] > CallExpression[callee.object.name='JSON'][callee.property.name='stringify']",
    ],
    names: "jsonEquals?|deepEquals?|isDeepEqual|isEqualJson",
  },
  {
    instead: "isJsonObject, fieldsOf, objectAt, listAt, textAt, without, optional or definedFields of @capstan/kube",
    shapes: [
      // typeof value === "object" && value !== null && !Array.isArray(value), and its opposite
      "LogicalExpression:has(BinaryExpression[left.operator='typeof'][right.value='object']):has(CallExpression[callee.object.name='Array'][callee.property.name='isArray'])",
    ],
    names:
      "isRecord|isJson(Object|Record)?|isPlainObject|fieldsOf|recordAt|objectAt|listAt|stringAt|textAt|without|omit|optional|definedFields|compact",
  },
  {
    instead: "deepCopy or deepFreeze of @capstan/kube",
    shapes: [],
    names: "deepCopy|deepClone|cloneDeep|deepFreeze",
  },
  {
    instead: "apiVersionOf or groupVersionOf of @capstan/kube",
    shapes: [
      // group === "" ? version : `${group}/${version}`
      "ConditionalExpression[test.left.name=/[gG]roup$/] > TemplateLiteral[quasis.0.value.raw=''][quasis.1.value.raw='/'][quasis.2.value.raw='']",
      "ConditionalExpression[test.left.property.name=/[gG]roup$/] > TemplateLiteral[quasis.0.value.raw=''][quasis.1.value.raw='/'][quasis.2.value.raw='']",
      "CallExpression[callee.property.name=/^(split|indexOf|lastIndexOf|includes)$/][callee.object.name='apiVersion'][arguments.0.value='/']",
      "CallExpression[callee.property.name=/^(split|indexOf|lastIndexOf|includes)$/][callee.object.property.name='apiVersion'][arguments.0.value='/']",
    ],
    names: "apiVersionOf|groupOfApiVersion|versionOfApiVersion|groupVersionOf",
  },
  {
    instead: "objectKeyText or parseObjectKey of @capstan/kube",
    shapes: [
      // `${namespace}/${name}`, whatever its name
      "TemplateLiteral[quasis.0.value.raw=''][quasis.1.value.raw='/'][quasis.2.value.raw=''][expressions.0.name='namespace']",
      "TemplateLiteral[quasis.0.value.raw=''][quasis.1.value.raw='/'][quasis.2.value.raw=''][expressions.0.property.name='namespace']",
      "TemplateLiteral[quasis.0.value.raw=''][quasis.1.value.raw='/'][quasis.2.value.raw=''][expressions.0.left.name='namespace']",
      "TemplateLiteral[quasis.0.value.raw=''][quasis.1.value.raw='/'][quasis.2.value.raw=''][expressions.0.left.property.name='namespace']",
    ],
    names: "objectKeyText|parseObjectKey|namespacedName",
  },
  {
    instead: "uniqueName of @capstan/kube",
    shapes: [
      // `${namespace}-${name}`: a-b in namespace c, and b in c-a, would have one name
      ...["name", "property.name", "left.name", "left.property.name"].map(
        (place) =>
          `TemplateLiteral[quasis.0.value.raw=''][quasis.1.value.raw=/^[-._]$/][quasis.2.value.raw=''][expressions.0.${place}='namespace']`,
      ),
    ],
    names: "uniqueName",
  },
  {
    instead: "hostPort of @capstan/kube",
    shapes: [
      "TemplateLiteral[quasis.0.value.raw='['][quasis.1.value.raw=']:']",
      // host.includes(":") ? `[${host}]` : host, and isIPv6(host)
      "ConditionalExpression:has(> CallExpression[callee.property.name='includes'][arguments.0.value=':']) > TemplateLiteral",
      "ConditionalExpression:has(> CallExpression[callee.name='isIPv6']) > TemplateLiteral",
    ],
    names: "hostPort",
  },
  {
    instead: "labelMatcher, lenientLabelMatcher, parseLabelSelector or parseFieldSelector of @capstan/kube",
    shapes: ["SwitchCase > Literal[value=/^(DoesNotExist|NotIn|notin)$/]", "Literal[regex.pattern=/notin|!=\\|==/]"],
    names: "parse(Label|Field)?Selector|labelMatcher|selectorFromText",
  },
  {
    instead: "parseDuration, readDuration, formatDuration or formatSeconds of @capstan/kube",
    shapes: [
      "Literal[regex.pattern=/µs|\\(ms\\||\\\\dh|\\)h\\)/]",
      // seconds / 3600
      "BinaryExpression[operator='/'][right.value=3600]",
    ],
    names: "parse(Go)?Duration|format(Go)?Duration|goDuration\\w*",
  },
  {
    instead: "compareApiVersions, readKubernetesVersion or compareKubernetesVersions of @capstan/kube",
    shapes: ["Literal[regex.pattern=/alpha\\|beta/]", "Literal[regex.pattern=/v\\??\\(?\\\\d\\+\\)?\\\\\\./]"],
    names: "compare(Kubernetes|Api|Semantic|Sem)?Versions?|parse(Kubernetes)?Version|normali[sz]e(d)?Version",
  },
  {
    instead: "canonicalQuantity or quantityPattern of @capstan/kube",
    shapes: ["Literal[regex.pattern=/numk/]", "Literal[value=/numk/]"],
    names: "(parse|format|canonical)Quantity",
  },
  {
    instead: "backoffMs or jitteredMs of @capstan/kube",
    shapes: [
      // baseMs * 2 ** attempt
      "BinaryExpression[operator='*'] > BinaryExpression[operator='**'][left.value=2]:not([right.type='Literal'])",
      "BinaryExpression[operator='*'] > CallExpression[callee.object.name='Math'][callee.property.name='pow'][arguments.0.value=2]",
    ],
    names: "backoffMs|exponentialMs|jitter\\w*",
  },
  {
    instead: "renderKubeconfig, renderClusterInfo or kubeconfigEntries of @capstan/kube",
    shapes: ["Property[key.value='current-context']"],
    names: "renderKubeconfig|kubeconfigDocument|kubeconfigText",
  },
  {
    instead: "privateKeyPem or publicKeyPem of @capstan/kube/x509",
    shapes: ["TemplateElement[value.raw=/-----BEGIN /]", "Literal[value=/-----BEGIN [A-Z ]*KEY/]"],
    names: "(privateKey|publicKey|certificate)Pem|pemOf|toPem",
  },
];

const declarations = (names) => [
  `FunctionDeclaration[id.name=/^(${names})$/]`,
  `VariableDeclarator[id.name=/^(${names})$/] > ArrowFunctionExpression`,
];

/** All shapes and names of second implementations. */
export const oneImplementation = {
  files: ["packages/*/src/**/*.ts", "examples/*/src/**/*.ts"],
  ignores: ["packages/kube/src/**"],
  rules: {
    "no-restricted-syntax": [
      "error",
      ...concepts.flatMap(({ instead, shapes, names }) =>
        [...shapes, ...declarations(names)].map((selector) => ({
          selector,
          message: `This exists once: take ${instead}.`,
        })),
      ),
    ],
  },
};
