import { type KubeadmConfigSpec } from "../../../src/index.ts";
import { type BadConfig, withSecret } from "../scene/bad-config.ts";
import type { SecretContent } from "../scene/bad-input.ts";

const from = (key: string, name = "mine") => ({ secret: { name, key } });
const file = (key: string, more: object = {}): KubeadmConfigSpec => ({
  files: [{ path: "/a", permissions: "0600", contentFrom: from(key), ...more }],
});
const user = (key: string): KubeadmConfigSpec => ({ users: [{ name: "u", passwdFrom: from(key) }] });
const binary = Buffer.from([0xff, 0xfe, 0]);

function reference(
  title: string,
  spec: KubeadmConfigSpec,
  parts: { secrets?: Record<string, SecretContent>; says: string[]; repair: SecretContent } & Pick<BadConfig, "role">,
): BadConfig {
  const { secrets = {}, says, repair, ...rest } = parts;
  return { title, spec, secrets, reason: "WaitingForSecret", says, repair: withSecret("mine", repair), ...rest };
}

const roles = ["init", "control-plane", "worker"] as const;

/** References to Secrets that do not resolve. */
export const secretReferences: readonly BadConfig[] = [
  ...roles.flatMap((role) => [
    reference(`a file's Secret is missing, ${role}`, file("k"), {
      role,
      says: ["spec.files[0]: Secret ", "/mine does not exist; create it"],
      repair: { k: "x" },
    }),
    reference(`a user's Secret is missing, ${role}`, user("k"), {
      role,
      says: ["spec.users[0]: Secret ", "/mine does not exist; create it"],
      repair: { k: "x" },
    }),
    reference(`a file's key is missing, ${role}`, file("k"), {
      role,
      secrets: { mine: { other: "x" } },
      says: ["spec.files[0]: Secret ", '/mine has no key "k"; add it'],
      repair: { k: "x" },
    }),
  ]),
  reference("a user's key is missing", user("password"), {
    secrets: { mine: { passwd: "x" } },
    says: ["spec.users[0]: Secret ", '/mine has no key "password"; add it'],
    repair: { password: "x" },
  }),
  reference("a key in other letters", file("Key"), {
    secrets: { mine: { key: "x" } },
    says: ['has no key "Key"; add it'],
    repair: { Key: "x" },
  }),
  reference("a Secret without data", file("k"), {
    secrets: { mine: {} },
    says: ['has no key "k"'],
    repair: { k: "x" },
  }),
  reference(
    "the third of three files",
    { files: ["a", "b", "c"].map((key) => ({ path: `/${key}`, contentFrom: from(key) })) },
    {
      secrets: { mine: { a: "x", b: "x" } },
      says: ["spec.files[2]: Secret ", 'has no key "c"; add it'],
      repair: { a: "x", b: "x", c: "x" },
    },
  ),
  reference("a password that is not text", user("k"), {
    secrets: { mine: { k: binary } },
    says: ["spec.users[0]: the Secret's content is not text"],
    repair: { k: "x" },
  }),
  ...(["base64", "gzip+base64"] as const).map((encoding) =>
    reference(`bytes that are said to be ${encoding}`, file("k", { encoding }), {
      secrets: { mine: { k: binary } },
      says: [`spec.files[0]: the Secret's content is not ${encoding}, as in spec; correct encoding or the Secret`],
      repair: { k: "eA==" },
    }),
  ),
  reference(
    "text that is said to be base64, for Ignition",
    { format: "ignition", ...file("k", { encoding: "base64" }) },
    {
      secrets: { mine: { k: "%%% what is this? %%%" } },
      says: ["spec.files[0]: the Secret's content must be base64, as in encoding; correct one of them"],
      repair: { k: "eA==" },
    },
  ),
];
