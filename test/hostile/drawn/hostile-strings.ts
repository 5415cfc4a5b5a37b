/** In every object that the attacker writes, and in none of the victim's. */
export const mark = "m4rk-of-the-attacker";

/** A finalizer that only the attacker removes. */
export const ownFinalizer = `attacker.example/${mark}`;

/** Strings that become another path, file, line, selector, page, template or program if not treated literally. */
export const hostileStrings: readonly string[] = [
  "?watch=true",
  "?watch=true&x=",
  "../../victim/machines/cp",
  "../../../../api/v1/namespaces/victim/secrets/c1-kubeconfig",
  "..",
  ".",
  "%2e%2e%2f",
  "victim/c1-kubeconfig",
  "c1/status",
  "a b",
  "a\nb: c",
  "a\u0000b",
  "\u202Ecba",
  "e\u0301\u0301\u0301",
  "\u{1F4A9}".repeat(20),
  "\uD800",
  "{{ .controlPlane.version }}{{ range . }}",
  "$(id)",
  "<script>alert(1)</script>",
  "=cluster.x-k8s.io/cluster-name!=c1,",
  "__proto__",
  "constructor",
  "",
];

/** Names that an API server accepts and that have a special meaning. */
export const reservedNames: readonly string[] = [
  "c1",
  "cp",
  "md",
  "check",
  "c1-kubeconfig",
  "c1-ca",
  "c1-etcd",
  "c1-sa",
  "c1-proxy",
  "c1-lock",
  "kubeadm-config",
  "kube-root-ca.crt",
  "capstan-core",
  "bootstrap-token-abcdef",
  "constructor",
  "tostring",
  "xn--c1-yka",
  "1.2.3.4",
  "a".repeat(253),
  "..",
  "a/b",
  "?watch=true",
  "C1",
];

/** Times that calendars, arithmetic or languages do not support. */
export const hostileTimes: readonly string[] = [
  "9999-12-31T23:59:59Z",
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "-0001-01-01T00:00:00Z",
  "1969-12-31T23:59:59Z",
  "2026-02-30T00:00:00Z",
  "2016-12-31T23:59:60Z",
  "2026-01-01T00:00:00+14:00",
];

export const hostileNumbers: readonly number[] = [
  200_000, 2_147_483_647, -2_147_483_648, -1, 0, 1, 9_007_199_254_740_991,
];

/** The API server's limit for all annotations of an object, names and values, in bytes. */
export const longestAnnotations = 256 * 1024;
