import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { EventName, EventPayload } from '#contract/events.ts';
import { errors } from '#i18n/ru/errors.ts';
import { translator } from '#i18n/translate.ts';
import { createApi } from '#providers/http/http.ts';
import { createImportStore, type ImportNotice } from '#providers/jobs/importStore.ts';
import { answeringServers } from '#tests/support/answering.ts';

const answering = answeringServers();
const session = { accessToken: () => 'token', settled: () => Promise.resolve(), refresh: () => Promise.resolve(null) };
const file = new File(['Название\nЧай'], 'товары.csv', { type: 'text/csv' });

/** A person who may import, in front of a server that answers starts and cancels so; nothing else runs there. */
const person = (body: object, status = 200) => {
  const baseUrl = answering.by(({ request }) =>
    request.method === 'GET'
      ? HttpResponse.json({ code: 404, message: 'Импорт не идёт' }, { status: 404 })
      : HttpResponse.json(body as never, { status }),
  );
  const listeners = new Map<string, (payload: never) => void>();
  const store = createImportStore({
    api: createApi({ baseUrl, session }),
    realtime: {
      on: (event, listener) => {
        listeners.set(event, listener);
        return () => listeners.delete(event);
      },
      onConnect: () => () => undefined,
    },
    translate: translator('ru', errors),
    mayImport: () => true,
  });
  const told: ImportNotice[] = [];
  store.onNotice(notice => told.push(notice));
  const hear = <E extends EventName>(event: E, payload: EventPayload<E>): void =>
    listeners.get(event)?.(payload as never);
  return { store, told, hear };
};

describe('§4 An import whose words were lost', () => {
  it('[B15] [W5] after a reconnection the page has all that was said meanwhile, the end included', async () => {
    const log = Array.from({ length: 5 }, (_, at) => ({ seq: at + 1, level: 'info', text: `Строка ${at + 1}` }));
    const counts = { new: 5, changed: 0, unchanged: 0, faulty: 0 };
    const run = {
      id: 1,
      file_name: 'товары.csv',
      counts,
      started_at: '2026-11-21T09:00:00.000Z',
      user: { id: 1, name: 'Анна Седова' },
    };
    let status = 'processing';
    const baseUrl = answering.by(({ request }) => {
      const isEnded = status === 'finished';
      const now = { ...run, status, progress: isEnded ? 100 : 40, finished_at: isEnded ? run.started_at : null };
      const { pathname, searchParams } = new URL(request.url);
      if (!pathname.includes('/runs/') && isEnded)
        return HttpResponse.json({ code: 404, message: 'Импорт не идёт' }, { status: 404 });
      const lines = log.slice(Number(searchParams.get('after') ?? 0), isEnded ? 5 : 2);
      const result = { ...now, log: lines, log_total: isEnded ? 5 : 2 };
      return HttpResponse.json({ code: 200, message: 'success', result });
    });
    let reconnect = () => {};
    const store = createImportStore({
      api: createApi({ baseUrl, session }),
      realtime: {
        on: () => () => undefined,
        onConnect: listener => {
          reconnect = listener;
          return () => undefined;
        },
      },
      translate: translator('ru', errors),
      mayImport: () => true,
    });
    reconnect();
    await vi.waitFor(() => expect(store.state()).toMatchObject({ status: 'processing', progress: 40 }));
    status = 'finished';
    reconnect();
    await vi.waitFor(() => expect(store.state()).toMatchObject({ status: 'finished', progress: 100, counts }));
    expect(store.state().log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('§8 What a person is told of an import', () => {
  it('[N18, T16] a start that is heard after the end of its run, or of an older run, is not told any more', () => {
    const { told, hear } = person({});
    hear('IMPORT_READY', { run_id: 2, message: 'Импорт завершён' });
    hear('IMPORT_STARTS', { run_id: 2, message: 'Импорт начат' });
    hear('IMPORT_STARTS', { run_id: 1, message: 'Прежний импорт начат' });
    expect(told.map(({ text }) => text)).toEqual(['Импорт завершён']);
  });

  it('[N12] a success that is an array of messages is told one by one', async () => {
    const { store, told } = person(['Файл принят', 'Импорт начат']);
    expect(await store.start(file)).toEqual([]);
    expect(told).toEqual([
      { text: 'Файл принят', isError: false },
      { text: 'Импорт начат', isError: false },
    ]);
    await store.cancel();
    expect(told).toHaveLength(4);
  });

  it('[N10] an error that is an array of messages is told message by message', async () => {
    const { store, told } = person(['Нет колонки', 'Пустой файл'], 400);
    expect(await store.start(file)).toEqual(['Нет колонки', 'Пустой файл']);
    await store.cancel();
    expect(told).toEqual([
      { text: 'Нет колонки', isError: true },
      { text: 'Пустой файл', isError: true },
    ]);
  });

  it('[N11] an error that says nothing of the kind is the sentence of the specification', async () => {
    const { store, told } = person({ oops: true }, 500);
    expect(await store.start(file)).toEqual(['Не известная ошибка, обратитесь к поддержке']);
    await store.cancel();
    expect(told).toEqual([{ text: 'Не известная ошибка, обратитесь к поддержке', isError: true }]);
  });

  it.each(['IMPORT_ERROR', 'IMPORT_POST_ERROR'] as const)('[N16] %s tells its message as an error', event => {
    const { told, hear } = person({});
    hear(event, { run_id: 1, message: 'Файл повреждён' });
    expect(told).toMatchObject([{ text: 'Файл повреждён', isError: true }]);
  });

  it.each(['IMPORT_STARTS', 'IMPORT_INTERUPT', 'IMPORT_READY'] as const)(
    '[N18] %s tells its message as a normal notice',
    event => {
      const { told, hear } = person({});
      hear(event, { run_id: 1, message: 'Импорт идёт' });
      expect(told).toMatchObject([{ text: 'Импорт идёт', isError: false }]);
    },
  );

  it('[T18] IMPORT_POST begins post-processing and tells nothing', () => {
    const { store, told, hear } = person({});
    hear('IMPORT_POST', { run_id: 1, message: 'Все строки прочитаны' });
    expect(store.state().status).toBe('post_processing');
    expect(told).toEqual([]);
  });
});
