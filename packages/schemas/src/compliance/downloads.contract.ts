/** Downloads of the files and artifacts of chats. */
import { operationsOf, type OperationContract } from '../kit/contract.js';

const operation = operationsOf({ auth: 'compliance-key', source: 'compliance > Compliance: chats' });

/** Downloads the content of one version of an artifact. */
export const downloadArtifact: OperationContract = operation({
  id: 'artifacts.download',
  route: 'GET /v1/compliance/apps/artifacts/{artifact_version_id}/content',
  namedParams: ['artifact_version_id'],
  download: 'bytes',
  assumed: ['response'],
  schemas: {},
});

/** Downloads the content of a file that a user uploaded. */
export const downloadChatFile: OperationContract = operation({
  id: 'chats.files.download',
  route: 'GET /v1/compliance/apps/chats/files/{assistant_file_id}/content',
  download: 'bytes',
  assumed: ['response'],
  schemas: {},
});

/** Downloads the content of a file that the assistant created. */
export const downloadGeneratedFile: OperationContract = operation({
  id: 'chats.generatedFiles.download',
  route: 'GET /v1/compliance/apps/chats/generated-files/{assistant_gen_file_id}/content',
  download: 'bytes',
  assumed: ['response'],
  schemas: {},
});
