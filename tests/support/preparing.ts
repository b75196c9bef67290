import { expect } from 'vitest';
import type { ImportRun } from '#contract/importing.ts';
import type { PreparedImport, PreparedRows } from '#contract/preparing.ts';
import { addBrand, formOf, IMPORT, nextEvent, type RunWithLog } from './importing.ts';
import { recordIn } from './samples.ts';
import type { TestServer } from './server.ts';
import { csvOf } from './tables.ts';

export const PREPARED = `${IMPORT}/prepared`;
export type Send = Awaited<ReturnType<TestServer['as']>>;

const columns = ['Артикул', 'Название', 'Бренд', 'Вес, кг', 'Цена, RUB', 'Полка'];
export const table = csvOf([
  columns,
  ['P-1', 'Квас светлый', 'Росток', '0,5', '100', '7'],
  ['P-2', 'Морс', 'Росток', '', '70', ''],
  ['P-3', 'Айран', 'Росток', '0,25', '', ''],
  ['P-4', 'Тан', 'Росток', 'много', '', ''],
  ['P-5', 'Кефир', 'Росток', 'много', '', ''],
  ['P-6', 'Ряженка', 'Росток', '1', '', ''],
]);

/** Calls for prepared imports, on a server with three products. */
export const preparedCalls = (server: () => TestServer) => {
  const begin = async () => {
    await addBrand(server(), 'Росток');
    const send = await server().as('admin');
    const make = async (body: object) => recordIn(await send('POST', '/products', body));
    await make({ name: 'Квас', sku: 'P-1', brand_id: 1, weight: 0.5, price: 50 });
    await make({ name: 'Морс', sku: 'P-2', brand_id: 1, price: 100 });
    await make({ name: 'Ряженка', sku: 'P-6', brand_id: 1, weight: 1 });
    return server().as('content_manager');
  };
  const keep = async (send: Send, file: string | Uint8Array = table): Promise<PreparedImport> => {
    const { status, result } = await send('POST', PREPARED, formOf(['table', file]));
    expect(status).toBe(200);
    return result as PreparedImport;
  };
  const counted = async (send: Send, id: number): Promise<PreparedImport> => {
    await send('GET', `${PREPARED}/${id}`);
    await server().deps.backgroundTasks.whenSettled();
    return (await send('GET', `${PREPARED}/${id}`)).result as PreparedImport;
  };
  const rowsOf = async (send: Send, id: number, query = ''): Promise<PreparedRows> =>
    (await send('GET', `${PREPARED}/${id}/rows${query}`)).result as PreparedRows;
  const change = async (send: Send, id: number, body: object): Promise<PreparedImport> => {
    const { status, result } = await send('PUT', `${PREPARED}/${id}`, body);
    expect(status).toBe(200);
    return result as PreparedImport;
  };
  const start = async (send: Send, id: number): Promise<RunWithLog> => {
    const over = nextEvent(server(), 'IMPORT_READY');
    const { status, result } = await send('POST', `${PREPARED}/${id}/start`);
    expect(status).toBe(200);
    await over;
    await server().deps.backgroundTasks.whenSettled();
    return (await send('GET', `${IMPORT}/runs/${(result as ImportRun).id}?limit=10000`)).result as RunWithLog;
  };
  return { begin, keep, counted, rowsOf, change, start };
};
