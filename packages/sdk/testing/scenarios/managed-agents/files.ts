import { BadRequestError, NotFoundError } from '@parlance/core-transport';
import type { FileMetadata, fileOperations } from '@parlance/schemas';
import { expect } from 'vitest';
import { idsOf } from '../collect.js';
import type { ScenariosFor, Clients } from '../scenario.js';

function upload({ managedAgents: { files } }: Clients): Promise<FileMetadata> {
  const data = new TextEncoder().encode('name,count\nnails,12\n');
  return files
    .upload({ file: { data, filename: 'stock.csv', contentType: 'text/csv' } })
    .then((file) => file);
}

export const fileScenarios: ScenariosFor<typeof fileOperations> = {
  'files.upload': async (clients) => {
    expect(await upload(clients)).toMatchObject({
      filename: 'stock.csv',
      mime_type: 'text/csv',
      size_bytes: 20,
    });
  },
  'files.retrieve': async (clients) => {
    const file = await upload(clients);
    expect(await clients.managedAgents.files.retrieve(file.id)).toEqual(file);
  },
  'files.list': async (clients) => {
    const file = await upload(clients);
    expect(await idsOf(clients.managedAgents.files.list({ limit: 1 }))).toContain(file.id);
  },
  'files.delete': async (clients) => {
    const file = await upload(clients);
    expect(await clients.managedAgents.files.delete(file.id)).toEqual({ id: file.id, type: 'file_deleted' });
    await expect(clients.managedAgents.files.retrieve(file.id)).rejects.toThrow(NotFoundError);
  },
  'files.download': async (clients) => {
    const file = await upload(clients);
    await expect(clients.managedAgents.files.download(file.id)).rejects.toThrow(BadRequestError);
  },
};
