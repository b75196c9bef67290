import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { runs } from '#server/db/schema.ts';
import { createEventBus } from '#server/realtime/eventBus.ts';
import { eventually } from './eventually.ts';
import type { TestServer } from './server.ts';

/** Another process, which knows nothing of the first. */
export const another = ({ deps }: TestServer) => ({ ...deps, realtime: createEventBus(), requireRoom: undefined });

export const statusOf = async ({ db }: TestServer, id: number) =>
  (await db.select({ status: runs.status }).from(runs).where(eq(runs.id, id)))[0]?.status;

export const logOf = async ({ db }: TestServer, id: number) =>
  (await db.query.runLog.findMany({ where: (line, { eq }) => eq(line.run_id, id), orderBy: line => line.seq })).map(
    ({ text }) => text,
  );

export const finished = (server: TestServer, id: number) =>
  eventually(async () => expect(await statusOf(server, id)).toBe('finished'));
