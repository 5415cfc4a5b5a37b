import { type Client, Secret, isNotFound } from "@capstan/provider";
import { type KubeadmConfigSpec } from "../../api/v1beta2/kubeadm-config-spec.ts";
import { isBase64 } from "../../api/admission/ignition-contradictions.ts";
import { type File, type SecretKey, type User } from "../../api/v1beta2/machine-setup.ts";
import { renderTemplate } from "../../go-template/execute.ts";
import { TemplateError } from "../../go-template/model/template-error.ts";
import { type ResolvedFile, type ResolvedSetup, type ResolvedUser } from "./resolved-setup.ts";

/**
 * A Secret that the spec refers to is missing, lacks the key, or has an unusable value. The message names the field, Secret and key, never
 * the content. The user must repair it; retried after a while.
 */
export class SecretReferenceError extends Error {
  override readonly name = "SecretReferenceError";
}

/** A file's template fails. The message names the file and the line, never the content. */
export class FileTemplateError extends Error {
  override readonly name = "FileTemplateError";
}

/** The variables of templates: `.controlPlane.version`, if it is known. */
export type TemplateData = Readonly<Record<string, { readonly version: string }>>;

/**
 * Fills in the files and users whose content is in Secrets, and the files that are templates.
 *
 * @param templateData - called only if there is a template.
 * @throws {@link FileTemplateError} a template is invalid, or fails.
 * @throws {@link SecretReferenceError} a reference does not resolve.
 * @throws ApiError retried with back-off.
 */
export async function resolveSetup(
  client: Client,
  namespace: string,
  spec: KubeadmConfigSpec,
  signal: AbortSignal,
  templateData: () => Promise<TemplateData>,
): Promise<ResolvedSetup> {
  const read = (reference: SecretKey, path: string) => readSecretKey(client, namespace, reference, path, signal);
  const hasTemplates = spec.files?.some(isTemplate) === true;
  const data = hasTemplates ? await templateData() : {};
  const [files, users] = await Promise.all([
    Promise.all(
      (spec.files ?? []).map(async (file, index) => {
        const path = `spec.files[${index}]`;
        const resolved =
          file.contentFrom === undefined
            ? withContent(file, file.content ?? "")
            : fileOf(spec, file, await read(file.contentFrom, path), path);
        return isTemplate(file) ? fromTemplate(resolved, data, path) : resolved;
      }),
    ),
    Promise.all(
      (spec.users ?? []).map(async (user, index) =>
        user.passwdFrom === undefined
          ? user
          : withPassword(user, await read(user.passwdFrom, `spec.users[${index}]`), `spec.users[${index}]`),
      ),
    ),
  ]);
  return { files, users };
}

function isTemplate({ contentFormat }: File): boolean {
  return contentFormat === "Template";
}

function fromTemplate(file: ResolvedFile, data: TemplateData, path: string): ResolvedFile {
  try {
    return { ...file, content: renderTemplate(file.content, data) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new FileTemplateError(`${path}: ${error.message}`, { cause: error });
  }
}

function fileOf({ format }: KubeadmConfigSpec, file: File, bytes: Buffer, path: string): ResolvedFile {
  const resolved = fileFromBytes(file, bytes, path);
  // cloud-init decodes leniently on the machine; Ignition gets the decoded bytes.
  if (format === "ignition" && resolved.encoding === "base64" && !isBase64(resolved.content)) {
    throw new SecretReferenceError(`${path}: the Secret's content must be base64, as in encoding; correct one of them`);
  }
  return resolved;
}

function withContent(file: File, content: string): ResolvedFile {
  return { ...file, content };
}

/** A file with the bytes of a Secret. Binary content is base64-encoded, which cloud-init decodes: the machine gets the same bytes. */
function fileFromBytes(file: File, bytes: Buffer, path: string): ResolvedFile {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return withContent(file, text);
  if (file.encoding === "base64" || file.encoding === "gzip+base64") {
    throw new SecretReferenceError(
      `${path}: the Secret's content is not ${file.encoding}, as in spec; correct encoding or the Secret`,
    );
  }
  const encoding = file.encoding === "gzip" ? "gzip+base64" : "base64";
  return { ...withContent(file, bytes.toString("base64")), encoding };
}

function withPassword(user: User, bytes: Buffer, path: string): ResolvedUser {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new SecretReferenceError(`${path}: the Secret's content is not text`);
  return { ...user, passwd: text };
}

async function readSecretKey(
  client: Client,
  namespace: string,
  { secret: { name, key } }: SecretKey,
  path: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const secret = await client.get(Secret, { namespace, name }, { signal }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
    throw new SecretReferenceError(`${path}: Secret ${namespace}/${name} does not exist; create it`, { cause: error });
  });
  const value = secret.data?.[key];
  if (value === undefined) {
    throw new SecretReferenceError(`${path}: Secret ${namespace}/${name} has no key ${JSON.stringify(key)}; add it`);
  }
  return Buffer.from(value, "base64");
}

function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
