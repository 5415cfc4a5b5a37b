import { fields, flag, integer, listOf, objectOf, optionalText, text } from "./readers.ts";

const account = {
  gecos: text,
  home_dir: text,
  no_create_home: flag,
  primary_group: text,
  groups: listOf(text),
  no_user_group: flag,
  system: flag,
  no_log_init: flag,
  shell: text,
};

const user = objectOf(
  fields({
    ...account,
    name: text,
    password_hash: optionalText,
    ssh_authorized_keys: listOf(text),
    uid: integer,
    create: objectOf(fields({ ...account, uid: integer })),
  }),
  (object, path, report) => {
    if (object.create === undefined) return;
    report.warning(`${path}.create`, "is deprecated; set its fields on the user itself");
    const others = Object.keys(object).filter(
      (name) => !["name", "passwordHash", "sshAuthorizedKeys", "create"].includes(name),
    );
    if (others.length > 0) report.error(path, "create and its fields on the user are mutually exclusive; keep one");
  },
);

const group = objectOf(fields({ name: text, gid: integer, password_hash: text, system: flag }));

/** `passwd` of a Container Linux Config. */
export const passwd = objectOf(fields({ users: listOf(user), groups: listOf(group) }));
