import { openDownload } from '@parlance/core-transport/internal';
import type { CallOptions, Download } from '@parlance/core-transport';
import type { Transport } from '@parlance/core-transport/internal';
import { downloadArtifact, downloadChatFile, downloadGeneratedFile } from '@parlance/schemas/compliance';

/** Downloads files that users uploaded to chats. */
export class Files {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Downloads a file. Read it with `readDownload`, or write it to disk with `saveDownload`. */
  download(fileId: string, options?: CallOptions): Promise<Download> {
    const params = { assistant_file_id: fileId };
    return openDownload(() => this.#transport.download(downloadChatFile, { params }, options));
  }
}

/** Downloads files that the assistant created with tools. */
export class GeneratedFiles {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Downloads a file. Read it with `readDownload`, or write it to disk with `saveDownload`. */
  download(generatedFileId: string, options?: CallOptions): Promise<Download> {
    const params = { assistant_gen_file_id: generatedFileId };
    return openDownload(() => this.#transport.download(downloadGeneratedFile, { params }, options));
  }
}

/** Downloads artifacts: documents that the assistant wrote. */
export class Artifacts {
  readonly #transport: Transport;

  /** @param transport - Sends the operations. */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Downloads one version of an artifact. Read it with `readDownload`, or write it to disk with `saveDownload`. */
  download(artifactVersionId: string, options?: CallOptions): Promise<Download> {
    const params = { artifact_version_id: artifactVersionId };
    return openDownload(() => this.#transport.download(downloadArtifact, { params }, options));
  }
}
