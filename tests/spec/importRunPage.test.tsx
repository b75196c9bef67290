import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { channels, type EventName, type EventPayload } from '#contract/events.ts';
import type { LogItem } from '#contract/importing.ts';
import { runs } from '#server/db/schema.ts';
import { importStore } from '#server/imports/runs.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();
const PAGE = '/content/nomenclature/import';

const openPage = async () => {
  const { user } = await open(PAGE);
  await screen.findByRole('heading', { name: 'Перетащите таблицу сюда' });
  return user;
};

const bar = () => screen.getByRole('progressbar', { name: 'Выполнено' });
const log = () =>
  within(screen.getByRole('log'))
    .queryAllByText(/./)
    .map(line => line.textContent);

describe('§4 An import that runs', () => {
  let person: { id: number };
  const line = (seq: number, text: string): LogItem => ({ seq, level: 'info', text });
  const tell = <E extends EventName>(event: E, payload: EventPayload<E>) =>
    server().deps.realtime.emit(channels.user(person.id), event, payload);

  /** A run at 40 % that some other process of the server works on. */
  beforeEach(async () => {
    ({ user: person } = await server().signIn('content_manager'));
    const now = server().deps.clock();
    const details = { file_name: 'товары.xlsx' };
    const run = { user_id: person.id, details, progress: 40, started_at: now, heartbeat_at: now };
    await server()
      .db.insert(runs)
      .values({ ...run, kind: 'import', status: 'processing', counts: { new: 4 } });
    await importStore.writeLog(server().db, 1, [line(1, 'Строки 2–5: новых 4')]);
  });

  /** The page of the run once its socket is connected. */
  const openRun = async () => {
    const { user } = await open(PAGE);
    await screen.findByRole('heading', { name: 'Импортируем' });
    await screen.findByText('Изменения видны сразу');
    return user;
  };

  it('[I8, B12, T14, C18] appears with its log when the page is opened or reloaded, and continues from there', async () => {
    await openRun();
    expect(bar()).toHaveAttribute('aria-valuenow', '40');
    expect(document.title).toBe('Витрина — 40 % · Импорт номенклатуры');
    // The lines are drawn after the rest of the page.
    await waitFor(() => expect(log()).toContain('Строки 2–5: новых 4'));
    expect(screen.getByText('товары.xlsx', { selector: 'span' })).toBeVisible();
    await waitFor(() => {
      tell('IMPORT_UPDATE', { run_id: 1, progress: 60, stepItems: [line(2, 'Строки 6–9: новых 4')] });
      expect(bar()).toHaveAttribute('aria-valuenow', '60');
    });
    await waitFor(() => expect(log()).toEqual(expect.arrayContaining(['Строки 2–5: новых 4', 'Строки 6–9: новых 4'])));
    await openRun();
    await waitFor(() => expect(log()).toContain('Строки 2–5: новых 4'));
  });

  it('[T701] keeps, draws and requests a bounded part of an endless log, and says so', async () => {
    const { result } = await (await server().as('content_manager'))('GET', '/products/import/nomenclature/runs/1');
    const asked: [after: number, limit: number][] = [];
    answer(
      http.get('*/api/products/import/nomenclature/runs/1', ({ request }) => {
        const { searchParams } = new URL(request.url);
        const after = Number(searchParams.get('after'));
        asked.push([after, Number(searchParams.get('limit'))]);
        const lines = Array.from({ length: 60_000 }, (_, at) => line(after + at + 1, `Нет цены ${after + at + 1}`));
        const run = { ...(result as object), log: lines, log_total: 3_000_000 };
        return HttpResponse.json({ code: 200, message: 'success', result: run });
      }),
    );
    const { services } = await open(PAGE);
    expect(await screen.findByText(/^Показаны первые 100\s000 строк журнала$/)).toBeVisible();
    await act(() => services.queryClient.invalidateQueries());
    await waitFor(() => expect(asked.at(-1)).toEqual([100_000, 1]));
    expect(asked.filter(([after, limit]) => after >= 100_000 && limit > 1)).toEqual([]);
    await waitFor(() => expect(log()).toContain('Нет цены 2'));
    expect(log().length).toBeLessThan(80);
    const [lines] = screen.getByRole('log').children;
    expect(lines).toHaveStyle({ height: `${100_000 * 28}px` });
  });

  it('[B10] shows after a reload at once how fast it has been and how long it still takes', async () => {
    const beganAgo = (ms: number) =>
      server()
        .db.update(runs)
        .set({ started_at: new Date(server().deps.clock().getTime() - ms), progress: 60, counts: { new: 60_000 } });
    // Has not begun yet, however long the page takes to open.
    await beganAgo(-3_600_000);
    await openRun();
    expect(screen.getByText('Сколько это займёт, станет ясно через несколько секунд')).toBeVisible();
    await beganAgo(120_000);
    await openRun();
    expect(screen.getByText(/^строк в секунду: \d+, осталось около 2 мин$/)).toBeVisible();
  });

  it('[T18, T11] goes over to post-processing, and can no longer be cancelled', async () => {
    await openRun();
    await server().db.update(runs).set({ status: 'post_processing', progress: 100 });
    await waitFor(() => {
      tell('IMPORT_POST', { run_id: 1 });
      expect(screen.getByRole('heading', { name: 'Завершаем обработку' })).toBeVisible();
    });
    expect(bar()).toHaveAttribute('aria-valuenow', '100');
    expect(screen.getByRole('button', { name: 'Отменить импорт' })).toBeDisabled();
  });

  it('[T19, N16] shows a post-processing error as an error, and changes nothing else', async () => {
    await openRun();
    tell('IMPORT_POST_ERROR', { run_id: 1, message: 'Списки могут открываться медленнее' });
    const notice = await screen.findByText('Списки могут открываться медленнее');
    expect(notice.closest('[data-notice]')).toHaveAttribute('data-notice', 'error');
    expect(screen.getByRole('heading', { name: 'Импортируем' })).toBeVisible();
  });

  it('[I9, T13, T20, N18, U3] is cancelled after a question; the message is a normal notice', async () => {
    const user = await openRun();
    const cancel = screen.getByRole('button', { name: 'Отменить импорт' });
    await user.click(cancel);
    const dialog = await screen.findByRole('dialog', { name: 'Отменить импорт?' });
    expect(within(dialog).getByRole('button', { name: 'Продолжить импорт' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(cancel).toHaveFocus();
    await user.click(cancel);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Отменить импорт' }));
    expect(await screen.findByRole('heading', { name: 'Импорт отменён' })).toBeVisible();
    const notice = await screen.findByText(/^Импорт остановлен/, { selector: '[data-notice] *' });
    expect(notice.closest('[data-notice]')).toHaveAttribute('data-notice', 'info');
    await user.click(screen.getByRole('button', { name: 'Импортировать ещё' }));
    expect(await screen.findByRole('heading', { name: 'Перетащите таблицу сюда' })).toBeVisible();
  });

  it('[N16, T21] that failed shows the server’s message as an error', async () => {
    await openRun();
    await waitFor(() => {
      tell('IMPORT_ERROR', { run_id: 1, message: 'Импорт прерван из-за сбоя' });
      expect(screen.getAllByText('Импорт прерван из-за сбоя')[0]?.closest('[data-notice]')).toHaveAttribute(
        'data-notice',
        'error',
      );
    });
  });

  it('[I20] [L642] past runs open with their log, and have addresses of their own', async () => {
    await server().db.update(runs).set({ status: 'finished', progress: 100, finished_at: server().deps.clock() });
    const user = await openPage();
    await user.click(within(await screen.findByRole('table')).getByRole('link'));
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' })).toBeVisible();
    await waitFor(() => expect(log()).toContain('Строки 2–5: новых 4'));
    expect(window.location.search).toBe('?run=1');
    await user.type(screen.getByRole('searchbox', { name: 'Найти в журнале' }), 'НОВЫХ  строки');
    await waitFor(() => expect(log()).toEqual(['Сообщение', 'Строки 2–5: новых 4']));
    await open(`${PAGE}?run=1`);
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Импортировать ещё' }));
    expect(await screen.findByRole('heading', { name: 'Перетащите таблицу сюда' })).toBeVisible();
    expect(window.location.search).toBe('');
  });
});
