import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { HttpResponse } from 'msw';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EventName, EventPayload } from '#contract/events.ts';
import { errors } from '#i18n/ru/errors.ts';
import { buildTranslator } from '#i18n/translate.ts';
import { createApi } from '#providers/http/http.ts';
import { createImportRuns } from '#providers/jobs/importing.ts';
import type { RunState } from '#providers/jobs/runState.ts';
import { buildRunKey, type RunNotice } from '#providers/jobs/runStore.ts';
import { answeringServers } from '#tests/support/answering.ts';
import { eventually } from '#tests/support/eventually.ts';

const answering = answeringServers();
const session = {
  accessToken: () => 'token',
  whenSettled: () => Promise.resolve(),
  refresh: () => Promise.resolve(null),
};

/** The imports as a page keeps them, with a way to receive events and to reconnect. */
const openImports = (baseUrl: string) => {
  const listeners = new Map<string, (payload: never) => void>();
  let reconnect = () => {};
  const client = new QueryClient();
  const store = createImportRuns({
    api: createApi({ baseUrl, session }),
    client,
    realtime: {
      on: (event, listener) => {
        listeners.set(event, listener);
        return () => listeners.delete(event);
      },
      onConnect: listener => {
        reconnect = listener;
        return () => undefined;
      },
      join: () => () => undefined,
    },
    translate: buildTranslator('ru', errors),
  });
  onTestFinished(store.follow());
  onTestFinished(() => client.clear());
  const receive = <E extends EventName>(event: E, payload: EventPayload<E>): void =>
    listeners.get(event)?.(payload as never);
  /** Shows a run, as the page does. */
  const show = (id: number) => {
    const run = new QueryObserver<RunState>(client, {
      queryKey: buildRunKey('import', id),
      queryFn: ({ signal }) => store.read(id, signal),
    });
    onTestFinished(run.subscribe(() => undefined));
    return () => run.getCurrentResult().data;
  };
  /** Shows the list of runs, as the page does. */
  const list = (read: () => string) => {
    const runs = new QueryObserver<string>(client, { queryKey: ['import', 'runs'], queryFn: read });
    onTestFinished(runs.subscribe(() => undefined));
    return () => runs.getCurrentResult().data;
  };
  return { store, receive, show, list, reconnect: () => reconnect() };
};

/** A person who may import, in front of a server that answers starts and cancels so; nothing else runs there. */
const person = (body: object, status = 200) => {
  const baseUrl = answering.by(({ request }) =>
    request.method === 'GET'
      ? HttpResponse.json({ code: 404, message: 'Импорт не идёт' }, { status: 404 })
      : HttpResponse.json(body as never, { status }),
  );
  const { store, receive } = openImports(baseUrl);
  const told: RunNotice[] = [];
  store.onNotice(notice => told.push(notice));
  return { store, told, hear: receive };
};

/** A server whose run ends when it is told to; its check of the status fails from then on, or in another way. */
const runningServer = () => {
  const log = Array.from({ length: 5 }, (_, at) => ({ seq: at + 1, level: 'info', text: `Строка ${at + 1}` }));
  const counts = { new: 5, changed: 0, unchanged: 0, faulty: 0 };
  const now = { status: 'processing', check: 200 };
  const baseUrl = answering.by(({ request }) => {
    const isEnded = now.status === 'finished';
    const run = {
      id: 1,
      file_name: 'товары.csv',
      counts,
      started_at: '2026-11-21T09:00:00.000Z',
      user: { id: 1, name: 'Анна Седова' },
      status: now.status,
      progress: isEnded ? 100 : 40,
      finished_at: isEnded ? '2026-11-21T09:01:00.000Z' : null,
    };
    const { pathname, searchParams } = new URL(request.url);
    const isCheck = !pathname.includes('/runs/');
    if (isCheck && now.check === 0) return HttpResponse.error();
    if (isCheck && now.check !== 200) return HttpResponse.json({ code: now.check }, { status: now.check });
    const lines = log.slice(Number(searchParams.get('after') ?? 0), isEnded ? 5 : 2);
    const result = { ...run, log: lines, log_total: isEnded ? 5 : 2 };
    return HttpResponse.json({ code: 200, message: 'success', result });
  });
  return { baseUrl, counts, now };
};

describe('§4 An import whose events were lost', () => {
  it('[B15] [W5] after a reconnection the page has all that happened meanwhile, the end included', async () => {
    const { baseUrl, counts, now } = runningServer();
    const { store, reconnect, show } = openImports(baseUrl);
    reconnect();
    await eventually(() => expect(store.state()).toMatchObject({ status: 'processing', progress: 40 }));
    const shown = show(1);
    await eventually(() => expect(shown()?.log).toHaveLength(2));
    Object.assign(now, { status: 'finished', check: 404 });
    reconnect();
    await eventually(() => expect(store.state()).toMatchObject({ status: 'finished', progress: 100, counts }));
    await eventually(() => expect(shown()?.log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]));
    expect(shown()).toMatchObject({ status: 'finished', progress: 100, counts });
  });

  it('[T14] the lists of runs are read again when a check finds that the run has ended', async () => {
    const { baseUrl, now } = runningServer();
    const { store, reconnect, list } = openImports(baseUrl);
    const listed = list(() => now.status);
    await eventually(() => expect(store.state().status).toBe('processing'));
    await eventually(() => expect(listed()).toBe('processing'));
    // The call for the current run ends a run whose process is dead, and answers that there is none.
    now.check = 404;
    reconnect();
    now.status = 'finished';
    await eventually(() => expect(store.state().status).toBe('finished'));
    await eventually(() => expect(listed()).toBe('finished'));
  });

  it.each([
    ['is refused', 404],
    ['breaks', 500],
    ['does not reach the server', 0],
  ])('[T14] [T202] a check that %s resets a watched run to available, until its next event', async (_, check) => {
    const { baseUrl, now } = runningServer();
    const { store, reconnect, receive } = openImports(baseUrl);
    await eventually(() => expect(store.state().status).toBe('processing'));
    now.check = check;
    reconnect();
    await eventually(() => expect(store.state()).toMatchObject({ status: 'available', progress: 0 }));
    receive('IMPORT_UPDATE', { run_id: 1, progress: 50, stepItems: [] });
    expect(store.state()).toMatchObject({ status: 'processing', progress: 50 });
    receive('IMPORT_READY', { run_id: 1 });
    await store.check();
    expect(store.state().status).toBe('available');
  });

  it('[T200] a run that starts without an id is found by a check', async () => {
    const { baseUrl, now } = runningServer();
    now.check = 404;
    const { store, receive } = openImports(baseUrl);
    await store.check();
    now.check = 200;
    receive('IMPORT_STARTS', { message: 'Импорт начат' });
    expect(store.state()).toMatchObject({ status: 'processing', runId: null });
    await eventually(() => expect(store.state()).toMatchObject({ runId: 1, progress: 40 }));
  });
});

describe('§8 The notices of an import', () => {
  it('[N18, T16] a start that arrives after the end of its run, or of an older run, shows no notice', () => {
    const { told, hear } = person({});
    hear('IMPORT_READY', { run_id: 2, message: 'Импорт завершён' });
    hear('IMPORT_STARTS', { run_id: 2, message: 'Импорт начат' });
    hear('IMPORT_STARTS', { run_id: 1, message: 'Прежний импорт начат' });
    expect(told.map(({ text }) => text)).toEqual(['Импорт завершён']);
  });

  it('[N12] a success that is an array of messages is shown one by one', async () => {
    const { store, told } = person(['Файл принят', 'Импорт начат']);
    expect(await store.start(1)).toEqual([]);
    expect(told).toEqual([
      { text: 'Файл принят', isError: false },
      { text: 'Импорт начат', isError: false },
    ]);
    await store.cancel();
    expect(told).toHaveLength(4);
  });

  it('[N10] an error that is an array of messages is shown message by message', async () => {
    const { store, told } = person(['Нет колонки', 'Пустой файл'], 400);
    expect(await store.start(1)).toEqual(['Нет колонки', 'Пустой файл']);
    await store.cancel();
    expect(told).toEqual([
      { text: 'Нет колонки', isError: true },
      { text: 'Пустой файл', isError: true },
    ]);
  });

  it.each([
    ['nothing', { oops: true }],
    ['one message', { code: 500, message: 'Импорт уже идёт' }],
  ])('[N11] an error body with %s is shown as the unknown error', async (_, body) => {
    const { store, told } = person(body, 500);
    await expect(store.start(1)).rejects.toThrow();
    await store.cancel();
    expect(told).toEqual([{ text: 'Не известная ошибка, обратитесь к поддержке', isError: true }]);
  });

  it.each(['IMPORT_ERROR', 'IMPORT_POST_ERROR'] as const)('[N16] %s shows its message as an error', event => {
    const { told, hear } = person({});
    hear(event, { run_id: 1, message: 'Файл повреждён' });
    expect(told).toMatchObject([{ text: 'Файл повреждён', isError: true }]);
  });

  it.each(['IMPORT_STARTS', 'IMPORT_INTERUPT', 'IMPORT_READY'] as const)(
    '[N18] %s shows its message as a normal notice',
    event => {
      const { told, hear } = person({});
      hear(event, { run_id: 1, message: 'Импорт идёт' });
      expect(told).toMatchObject([{ text: 'Импорт идёт', isError: false }]);
    },
  );

  it('[T18] IMPORT_POST begins post-processing and shows nothing', () => {
    const { store, told, hear } = person({});
    hear('IMPORT_POST', { run_id: 1, message: 'Все строки прочитаны' });
    expect(store.state().status).toBe('post_processing');
    expect(told).toEqual([]);
  });
});
