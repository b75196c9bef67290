import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { runLog, runs } from '#server/db/schema.ts';
import { collectNotified, emitNotificationsChange, notify } from '#server/realtime/notifications/notify.ts';
import { hold } from '#tests/support/hold.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();

const counts = { new: 1200, changed: 1, unchanged: 0, faulty: 2 };
const finished = (file_name: string) =>
  ({ kind: 'import_finished', payload: { file_name, counts }, link: '/content/nomenclature/import' }) as const;

/** The server tells the content manager of these, in this order. */
const tell = async (...sent: Parameters<typeof notify>[3][]): Promise<void> => {
  const { user } = await server().signIn('content_manager');
  const people = collectNotified(new Date());
  for (const one of sent) await notify(server().db, people, [user.id], one);
  emitNotificationsChange(server().deps, people.userIds);
};

const bell = (name: string) => screen.findByRole('button', { name });

describe('The bell', () => {
  it('[Y8] shows how many are unread, lists what happened, and links to it', async () => {
    await tell(finished('товары.csv'), {
      kind: 'record_shared',
      payload: { resource: 'matrices', name: 'Утро', level: 'edit', by: 'Пётр Кузнецов' },
      link: '/content/matrices/1',
    });
    const { user } = await open('/content/settings');
    await user.click(await bell('Уведомления, непрочитанных: 2'));
    const list = within(await screen.findByRole('dialog', { name: 'Уведомления' }));
    const [first, second] = await list.findAllByRole('listitem');
    expect(first).toHaveTextContent(/Матрица «Утро»: вам открыт доступ.*можно изменять · Пётр Кузнецов/);
    expect(second).toHaveTextContent(/Импорт «товары.csv» завершён.*новых 1.200, изменено 1, с ошибками 2/);
    await user.click(list.getByRole('link', { name: /товары.csv/ }));
    expect(await screen.findByRole('heading', { name: 'Импорт номенклатуры' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await bell('Уведомления, непрочитанных: 1')).toBeVisible();
  });

  it('[Y8] receives notifications live, and marks one or all as read', async () => {
    const { user } = await open('/content/settings');
    await user.click(await bell('Уведомления'));
    expect(await screen.findByText('Пока ничего не произошло')).toBeVisible();
    await screen.findByText('Изменения видны сразу');
    await tell(finished('один.csv'), finished('два.csv'), finished('три.csv'));
    const list = within(screen.getByRole('dialog'));
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(3));
    await user.click(list.getAllByRole('button', { name: 'Отметить прочитанным' })[0] as HTMLElement);
    await waitFor(() => expect(list.getAllByRole('button', { name: 'Отметить прочитанным' })).toHaveLength(2));
    await user.click(list.getByRole('button', { name: 'Отметить все прочитанными' }));
    await waitFor(() => expect(list.queryByRole('button', { name: /рочита/ })).not.toBeInTheDocument());
    await user.keyboard('{Escape}');
    expect(await bell('Уведомления')).toHaveFocus();
  });

  it('[Y8] shows older ones a page at a time', async () => {
    await tell(...Array.from({ length: 25 }, (_, at) => finished(`${at}.csv`)));
    const { user } = await open('/content/settings');
    await user.click(await bell('Уведомления, непрочитанных: 25'));
    await user.click(await screen.findByRole('button', { name: 'Показать ещё' }));
    await waitFor(() => expect(screen.getAllByText(/Импорт «\d+.csv» завершён/)).toHaveLength(25));
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).not.toBeInTheDocument();
  });

  it('[T670] shows older ones although a new one arrives while they are read', async () => {
    await tell(...Array.from({ length: 25 }, (_, at) => finished(`${at}.csv`)));
    const { user } = await open('/content/settings');
    await user.click(await bell('Уведомления, непрочитанных: 25'));
    const more = await screen.findByRole('button', { name: 'Показать ещё' });
    await screen.findByText('Изменения видны сразу');
    const reached = hold();
    const held = hold();
    answer(
      http.get('*/api/notifications', async ({ request }) => {
        if (!request.url.includes('page=2')) return;
        reached.release();
        await held.released;
      }),
    );
    await user.click(more);
    await reached.released;
    await tell(finished('25.csv'));
    await screen.findByText(/Импорт «25.csv» завершён/);
    held.release();
    await waitFor(() => expect(screen.getAllByText(/Импорт «\d+.csv» завершён/)).toHaveLength(26));
  });

  it('[T670] says why older ones could not be read', async () => {
    await tell(...Array.from({ length: 25 }, (_, at) => finished(`${at}.csv`)));
    const { user } = await open('/content/settings');
    await user.click(await bell('Уведомления, непрочитанных: 25'));
    const more = await screen.findByRole('button', { name: 'Показать ещё' });
    answer(
      http.get('*/api/notifications', ({ request }) =>
        request.url.includes('page=2')
          ? HttpResponse.json({ code: 504, message: 'Повторите позже' }, { status: 504 })
          : undefined,
      ),
    );
    await user.click(more);
    expect(await screen.findByText('Повторите позже')).toBeVisible();
    expect(screen.getAllByText(/Импорт «\d+.csv» завершён/)).toHaveLength(20);
  });

  it('[J724] opens what a large undo left as it is, more of it on demand, and gets the focus back', async () => {
    const { user: recipient } = await server().signIn('content_manager');
    const at = new Date();
    const [run] = await server()
      .db.insert(runs)
      .values({
        kind: 'undo',
        status: 'finished',
        user_id: recipient.id,
        progress: 100,
        counts: { restored: 0, removed: 0, changed: 1200, since: 0, refused: 1300 },
        details: { batch_id: 1, overwrite: [], done: 2 },
        started_at: at,
        finished_at: at,
        heartbeat_at: at,
      })
      .returning();
    const run_id = run?.id ?? 0;
    const lines = Array.from({ length: 1300 }, (_, index) => ({
      text: `Товар ${index}: Записи больше нет`,
      of: { record: { entity: 'nomenclature', id: index + 1 } },
    }));
    await server()
      .db.insert(runLog)
      .values(
        [{ text: 'Отменяем' }, ...lines, { text: 'Отмена завершена' }].map((line, seq) => ({
          run_id,
          seq: seq + 1,
          level: 'warning' as const,
          ...line,
        })),
      );
    await tell({ kind: 'undo_finished', payload: { run_id, records: 1200, left: 1300 }, link: null });
    const { user } = await open('/content/settings');
    await user.click(await bell('Уведомления, непрочитанных: 1'));
    await user.click(await screen.findByRole('button', { name: /Отмена завершена/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Итог отмены' }));
    expect(await dialog.findByText(/^Отменено, записей: 1.200. Осталось как есть: 1.300$/)).toBeVisible();
    const left = dialog.getByRole('list', { name: 'Осталось как есть' });
    expect(left.firstElementChild).toHaveTextContent('Товар 0: Записи больше нет');
    await user.click(dialog.getByRole('button', { name: /^Показать ещё, осталось строк: 1.101$/ }));
    await user.click(await dialog.findByRole('button', { name: 'Показать ещё, осталось строк: 101' }));
    await waitFor(() => expect(left.children).toHaveLength(1300));
    expect(left.lastElementChild).toHaveTextContent('Товар 1299');
    expect(dialog.queryByRole('button', { name: /Показать ещё/ })).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(await bell('Уведомления')).toHaveFocus();
  });
});
