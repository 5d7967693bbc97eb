import { BadRequestError, NotFoundError } from '@parlance/core-transport';
import type { FileMetadata, fileOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor, Stage } from '../scenario.js';

function upload({ managedAgents: { files } }: Stage): Promise<FileMetadata> {
  const data = new TextEncoder().encode('name,count\nnails,12\n');
  return files
    .upload({ file: { data, filename: 'stock.csv', contentType: 'text/csv' } })
    .then((file) => file);
}

export const fileScenarios: ScenariosFor<typeof fileOperations> = {
  'files.upload': async (stage) => {
    expect(await upload(stage)).toMatchObject({
      filename: 'stock.csv',
      mime_type: 'text/csv',
      size_bytes: 20,
    });
  },
  'files.retrieve': async (stage) => {
    const file = await upload(stage);
    expect(await stage.managedAgents.files.retrieve(file.id)).toEqual(file);
  },
  'files.list': async (stage) => {
    const file = await upload(stage);
    expect(await idsOf(stage.managedAgents.files.list({ limit: 1 }))).toContain(file.id);
  },
  'files.delete': async (stage) => {
    const file = await upload(stage);
    expect(await stage.managedAgents.files.delete(file.id)).toEqual({ id: file.id, type: 'file_deleted' });
    await expect(stage.managedAgents.files.retrieve(file.id)).rejects.toThrow(NotFoundError);
  },
  'files.download': async (stage) => {
    const file = await upload(stage);
    await expect(stage.managedAgents.files.download(file.id)).rejects.toThrow(BadRequestError);
  },
};
