/** Downloads of the files and artifacts of chats. */
import type { Operation } from '../kit/operation.js';

/** Downloads the content of one version of an artifact. */
export const downloadArtifact: Operation<{ params: 'artifact_version_id' }> = {
  id: 'artifacts.download',
  method: 'GET',
  path: '/v1/compliance/apps/artifacts/{artifact_version_id}/content',
  namedParams: ['artifact_version_id'],
  auth: 'compliance-key',
  download: 'bytes',
  replay: 'read',
  source: 'compliance > Compliance: chats',
  assumed: ['response'],
};

/** Downloads the content of a file that a user uploaded. */
export const downloadChatFile: Operation<{ params: 'assistant_file_id' }> = {
  id: 'chats.files.download',
  method: 'GET',
  path: '/v1/compliance/apps/chats/files/{assistant_file_id}/content',
  auth: 'compliance-key',
  download: 'bytes',
  replay: 'read',
  source: 'compliance > Compliance: chats',
  assumed: ['response'],
};

/** Downloads the content of a file that the assistant created. */
export const downloadGeneratedFile: Operation<{ params: 'assistant_gen_file_id' }> = {
  id: 'chats.generatedFiles.download',
  method: 'GET',
  path: '/v1/compliance/apps/chats/generated-files/{assistant_gen_file_id}/content',
  auth: 'compliance-key',
  download: 'bytes',
  replay: 'read',
  source: 'compliance > Compliance: chats',
  assumed: ['response'],
};
