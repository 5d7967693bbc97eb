/** Downloads of the files and artifacts of chats. */
import { operationsOf, type OperationContract } from '../kit/contract.js';

const facts = {
  auth: 'compliance-key',
  source: 'compliance > Compliance: chats',
  assumed: ['response'],
} as const;

/** Downloads files that users uploaded to chats. */
const ofFile = operationsOf({ client: 'Files', ...facts });

/** Downloads files that the assistant created with tools. */
const ofGeneratedFile = operationsOf({ client: 'GeneratedFiles', ...facts });

/** Downloads artifacts: documents that the assistant wrote. */
const ofArtifact = operationsOf({ client: 'Artifacts', ...facts });

/** Downloads one version of an artifact. Read it with `readDownload`, or write it to disk with `saveDownload`. */
export const downloadArtifact: OperationContract = ofArtifact({
  id: 'artifacts.download',
  route: 'GET /v1/compliance/apps/artifacts/{artifact_version_id}/content',
  namedParams: ['artifact_version_id'],
  download: 'bytes',
  schemas: {},
});

/** Downloads a file that a user uploaded. Read it with `readDownload`, or write it to disk with `saveDownload`. */
export const downloadChatFile: OperationContract = ofFile({
  id: 'chats.files.download',
  route: 'GET /v1/compliance/apps/chats/files/{assistant_file_id}/content',
  download: 'bytes',
  schemas: {},
});

/** Downloads a file that the assistant created. Read it with `readDownload`, or write it to disk with `saveDownload`. */
export const downloadGeneratedFile: OperationContract = ofGeneratedFile({
  id: 'chats.generatedFiles.download',
  route: 'GET /v1/compliance/apps/chats/generated-files/{assistant_gen_file_id}/content',
  download: 'bytes',
  schemas: {},
});
