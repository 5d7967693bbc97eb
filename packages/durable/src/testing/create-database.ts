/** Creates a database for each test file of `npm run test:postgres`, because a database with many tables is slow. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll } from 'vitest';

const url = new URL(process.env['PARLANCE_TEST_POSTGRES_SERVER'] ?? '');
const name = `test_${randomUUID().replaceAll('-', '')}`;

async function execute(statement: string): Promise<void> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement);
  await client.end();
}

await execute(`create database ${name}`);
process.env['PARLANCE_TEST_POSTGRES'] = Object.assign(new URL(url), { pathname: name }).href;
afterAll(() => execute(`drop database ${name} with (force)`));
