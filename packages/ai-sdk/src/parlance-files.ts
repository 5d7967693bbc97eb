/** Files and skills of the AI SDK. */
import { InvalidArgumentError, type FilesV4, type JSONObject, type SkillsV4 } from '@ai-sdk/provider';
import type { FileMetadata, InferenceClient } from '@parlance/inference';
import { bytesOf } from './file-block.js';
import { PROVIDER } from './provider-options.js';
import { callOptions, sdkCall } from './sdk-calls.js';

/** Uploads files that prompts refer to, and downloads files that tools created. */
export function filesOf({ files }: Pick<InferenceClient, 'files'>): Required<FilesV4> {
  return {
    specificationVersion: 'v4',
    provider: `${PROVIDER}.files`,
    uploadFile({ data, mediaType, filename = 'blob', ...options }) {
      const content = data.type === 'stream' ? data.stream : inlineBytes(data);
      const file = { filename, contentType: mediaType, data: content };
      return sdkCall(async () => fileResult(await files.upload({ file }, callOptions(options))));
    },
    getFileMetadata: ({ file, ...options }) =>
      sdkCall(async () => fileResult(await files.retrieve(idOf(file), callOptions(options)))),
    deleteFile: ({ file, ...options }) =>
      sdkCall(async () => {
        const { id } = await files.delete(idOf(file), callOptions(options));
        return { providerReference: { [PROVIDER]: id }, deleted: true, warnings: [] };
      }),
    downloadFile: ({ file, ...options }) =>
      sdkCall(async () => {
        const download = await files.download(idOf(file), callOptions(options));
        const mediaType = download.contentType?.split(';', 1)[0];
        const content = download.toReadableStream();
        return { content, warnings: [], ...(mediaType !== undefined && { mediaType }) };
      }),
  };
}

/** Uploads skills. */
export function skillsOf({ skills }: Pick<InferenceClient, 'skills'>): SkillsV4 {
  return {
    specificationVersion: 'v4',
    provider: `${PROVIDER}.skills`,
    uploadSkill: ({ files, displayTitle }) =>
      sdkCall(async () => {
        const sent = files.map(({ path, data }) => ({ filename: path, data: inlineBytes(data) }));
        const skill = await skills.create({
          files: sent,
          ...(displayTitle !== undefined && { display_title: displayTitle }),
        });
        const { id, latest_version: latestVersion } = skill;
        const version = latestVersion == null ? undefined : await skills.versions.retrieve(id, latestVersion);
        return {
          providerReference: { [PROVIDER]: id },
          ...(displayTitle !== undefined && { displayTitle }),
          ...(latestVersion != null && { latestVersion }),
          ...(version?.name != null && { name: version.name }),
          ...(version?.description != null && { description: version.description }),
          providerMetadata: { [PROVIDER]: skill as unknown as JSONObject },
          warnings: [],
        };
      }),
  };
}

function inlineBytes(data: Parameters<SkillsV4['uploadSkill']>[0]['files'][number]['data']): Uint8Array {
  return data.type === 'text' ? new TextEncoder().encode(data.text) : bytesOf(data.data);
}

function idOf(reference: Readonly<Record<string, string>>): string {
  const id = reference[PROVIDER];
  if (id !== undefined && id !== '') return id;
  throw new InvalidArgumentError({
    argument: 'file',
    message: `file must be a reference with the key ${PROVIDER}`,
  });
}

function fileResult(file: FileMetadata): Awaited<ReturnType<FilesV4['uploadFile']>> {
  return {
    providerReference: { [PROVIDER]: file.id },
    filename: file.filename,
    mediaType: file.mime_type,
    byteSize: file.size_bytes,
    createdAt: new Date(file.created_at),
    ...(file.expires_at != null && { expiresAt: new Date(file.expires_at) }),
    providerMetadata: { [PROVIDER]: file as unknown as JSONObject },
    warnings: [],
  };
}
