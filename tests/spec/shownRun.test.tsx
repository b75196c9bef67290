import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { channels } from '#contract/events.ts';
import { emptySyncCounts } from '#contract/synchronization.ts';
import { runs } from '#server/db/schema.ts';
import { useScreens } from '#tests/support/screen.tsx';
import { NEVER_SILENT } from '#tests/support/silentRuns.ts';

const { server, open } = useScreens();

const addRun = async (kind: 'import' | 'sending' | 'publication', isActive: boolean): Promise<number> => {
  const { user } = await server().signIn('content_manager');
  const now = server().deps.clock();
  const details = {
    import: { file_name: 'товары.xlsx' },
    sending: { products: 1, bytes: 0, bytes_sent: 0 },
    publication: { only_failed: false },
  }[kind];
  const status = isActive ? ('processing' as const) : ('finished' as const);
  const times = { started_at: now, heartbeat_at: NEVER_SILENT, finished_at: isActive ? null : now };
  const values = { kind, user_id: user.id, status, details, progress: isActive ? 40 : 100, ...times };
  const [run] = await server().db.insert(runs).values(values).returning();
  return run?.id ?? 0;
};

const pages = [
  ['import', '/content/nomenclature/import', ['Импортируем', 'Импорт завершён', 'Импортировать ещё']],
  ['sending', '/content/nomenclature/send-media', ['Отправляем', 'Отправка завершена', 'Отправить ещё']],
  ['publication', '/content/synchronization', ['Публикуем', 'Опубликовано', 'Скрыть']],
] as const;

describe('The run on the screen', () => {
  it.each(pages)(
    '[B200] of the kind %s is the active one, then the one of the address, then the one that ended last',
    async (kind, page, [active, finished, close]) => {
      const earlier = await addRun(kind, false);
      const id = await addRun(kind, true);
      const { user, services } = await open(`${page}?run=${earlier}`);
      expect(await screen.findByRole('heading', { name: active })).toBeVisible();
      await waitFor(() => expect(window.location.search).toBe(''));
      await screen.findByText('Изменения видны сразу');

      const { user: starter } = await server().signIn('content_manager');
      await server().db.update(runs).set({ status: 'finished', progress: 100, finished_at: server().deps.clock() });
      const { emit } = server().deps.realtime;
      const counts = emptySyncCounts;
      await waitFor(() => {
        if (kind === 'import') emit(channels.user(starter.id), 'IMPORT_READY', { run_id: id });
        if (kind === 'sending') emit(channels.user(starter.id), 'SENDMEDIA_READY', { run_id: id });
        const end = { run_id: id, status: 'finished' as const, progress: 100, counts, stepItems: [] };
        if (kind === 'publication') emit(channels.synchronization, 'SYNCHRONIZATION_UPDATE', end);
        expect(screen.getByRole('heading', { name: finished })).toBeVisible();
      });
      const name = kind === 'publication' ? 'synchronization' : kind;
      expect(services.runs[name].state().runId).toBe(id);

      const past = within(await screen.findByRole('region', { name: /^Прошлые/ }));
      const links = await past.findAllByRole('link');
      await user.click(links.at(-1) as HTMLElement);
      await waitFor(() => expect(window.location.search).toBe(`?run=${earlier}`));
      await user.click(await screen.findByRole('button', { name: close }));
      await waitFor(() => expect(window.location.search).toBe(''));
      await waitFor(() => expect(screen.queryByRole('heading', { name: finished })).not.toBeInTheDocument());
    },
  );

  it('[T200] [T201] [N18] follows events without run ids, as the specification draws them', async () => {
    const { user: starter } = await server().signIn('content_manager');
    await open('/content/nomenclature/import');
    await screen.findByText('Изменения видны сразу');
    const channel = channels.user(starter.id);
    const { emit } = server().deps.realtime;
    await waitFor(() => {
      emit(channel, 'IMPORT_STARTS', { message: 'Импорт начат' });
      expect(screen.getByRole('heading', { name: 'Импортируем' })).toBeVisible();
    });
    const stepItems = [{ seq: 1, level: 'info' as const, text: 'Строки 2–5: новых 4' }];
    emit(channel, 'IMPORT_UPDATE', { message: 'Строки 2–5', progress: 30, stepItems });
    emit(channel, 'SENDMEDIA_STARTS', {});
    emit(channel, 'SENDMEDIA_UPDATE', { progress: 20 });
    expect(await screen.findByRole('link', { name: 'Отправляем 20 %' })).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Выполнено' })).toHaveAttribute('aria-valuenow', '30');
    await waitFor(() => expect(screen.getByRole('log')).toHaveTextContent('Строки 2–5: новых 4'));
    // Progress is shown, not announced: only start, interruption and end are notices.
    expect(screen.queryByText('Строки 2–5')).not.toBeInTheDocument();
    emit(channel, 'IMPORT_READY', { message: 'Готово' });
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' })).toBeVisible();
  });

  it.each(pages)('[B201] past runs of the kind %s are listed ten at a time', async (kind, page) => {
    for (let at = 0; at < 12; at += 1) await addRun(kind, false);
    const { user } = await open(page);
    // The connection rereads the list, which would cancel the next page.
    await screen.findByText('Изменения видны сразу');
    const past = within(await screen.findByRole('region', { name: /^Прошлые/ }));
    await waitFor(() => expect(past.getAllByRole('rowheader')).toHaveLength(10));
    await user.click(past.getByRole('button', { name: 'Показать ещё' }));
    await waitFor(() => expect(past.getAllByRole('rowheader')).toHaveLength(12));
    expect(past.queryByRole('button', { name: 'Показать ещё' })).not.toBeInTheDocument();
  });
});
