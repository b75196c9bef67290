import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { SaveScheduleBody, ScheduleDetails } from '#contract/importSchedules.ts';
import type { ImportProfile, PreparedImport } from '#contract/preparing.ts';
import type { RoleSlug } from '#contract/roles.ts';
import { importSchedules } from '#server/db/schema.ts';
import { runDueReadings } from '#server/imports/schedules/scheduler.ts';
import { IMPORT } from './importing.ts';
import { PREPARED, type Send } from './preparing.ts';
import { mapping } from './profileSample.ts';
import type { TestServer } from './server.ts';
import { csvOf } from './tables.ts';

export const PROFILES = `${IMPORT}/profiles`;

export const RESTING_MS = 10_000;
export const MINUTE_MS = 60_000;

/** A table with the headings of the sample profile. */
export const priceList = (...rows: readonly string[][]): string => csvOf([['Код', 'Имя', 'Полка'], ...rows]);

/** Makes a folder for suppliers on a server whose clock stands still, and reads it as the server does. */
export const scheduleCalls = (server: () => TestServer) => {
  let root = '';
  /** Signs in anew for each call, because the clock is put forward by more than a token is valid. */
  const as =
    (role: RoleSlug): Send =>
    async (...call) =>
      (await server().as(role))(...call);
  const begin = async (): Promise<Send> => {
    root = await mkdtemp(join(tmpdir(), 'vitrina-imports-'));
    server().deps.config.importsDir = root;
    await mkdir(join(root, 'ромашка'));
    server().freeze();
    return as('content_manager');
  };
  const put = async (name: string, content: string, folder = 'ромашка'): Promise<string> => {
    const path = join(root, folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  };
  const profile = async (send: Send, body: object = {}): Promise<ImportProfile> => {
    const { status, result } = await send('POST', PROFILES, { name: 'Ромашка', mapping, ...body });
    expect(status).toBe(200);
    return result as ImportProfile;
  };
  const read = async (send: Send, id: number): Promise<ScheduleDetails> =>
    (await send('GET', `${PROFILES}/${id}/schedule`)).result as ScheduleDetails;
  const schedule = async (send: Send, id: number, body: Partial<SaveScheduleBody> = {}): Promise<ScheduleDetails> => {
    const { status, result } = await send('PUT', `${PROFILES}/${id}/schedule`, {
      source: { kind: 'folder', folder: 'ромашка' },
      time: { kind: 'interval', minutes: 5 },
      starts: false,
      version: (await read(send, id)).schedule?.version ?? null,
      ...body,
    });
    expect(status).toBe(200);
    return result as ScheduleDetails;
  };
  /** Reads what is due, and lets what it starts end. */
  const tick = async (ms = 0): Promise<void> => {
    server().advance(ms);
    await runDueReadings(server().deps);
    await server().deps.backgroundTasks.whenSettled();
  };
  /** Reads a folder twice, so that new files have rested. */
  const settle = async (): Promise<void> => {
    await tick(5 * MINUTE_MS);
    await tick(15_000);
  };
  const uploads = async (send: Send): Promise<PreparedImport[]> =>
    (await send('GET', PREPARED)).result as PreparedImport[];
  const stored = async () => (await server().db.select().from(importSchedules))[0];
  return { begin, as, put, profile, read, schedule, tick, settle, uploads, stored, root: () => root };
};
