import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BUILD, RELEASE } from '#contract/limits.ts';
import type { System } from '#contract/system.ts';
import { runs } from '#server/db/schema.ts';
import { writeProcessRecord } from '#server/system/processRecord.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();

const panel = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name });
  return heading.parentElement as HTMLElement;
};
/** Changes the server's answer on its way to the page. */
const change = (edit: (system: System) => Partial<System>) =>
  http.get('*/api/system', async ({ request }) => {
    const response = await server().app.fetch(request);
    const body = (await response.json()) as { result: System };
    return HttpResponse.json({ ...body, result: { ...body.result, ...edit(body.result) } });
  });

describe('/content/system', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('[Z51] shows what runs, on what, and what was done last', async () => {
    const { user } = await server().signIn('admin');
    const at = new Date();
    await server()
      .db.insert(runs)
      .values({
        kind: 'import',
        status: 'failed',
        user_id: user.id,
        started_at: new Date(+at - 5000),
        finished_at: at,
        heartbeat_at: at,
      });
    await writeProcessRecord(server().deps);
    await open('/content/system', 'admin');
    const version = await panel('Версия');
    expect(version).toHaveTextContent(`Сборка${BUILD}`);
    expect(version).toHaveTextContent(`Спецификация${RELEASE}`);
    expect(await panel('База данных')).toHaveTextContent(/встроенная, PostgreSQL \d+/);
    const table = within(screen.getByRole('table', { name: 'Последние задания' }));
    expect(table.getByRole('link', { name: 'Импорт № 1' })).toHaveAttribute(
      'href',
      '/content/nomenclature/import?run=1',
    );
    expect(table.getByRole('row', { name: /Импорт № 1/ })).toHaveTextContent(/Анна Берёзкина.*5 с.*Прервано ошибкой/);
    expect(screen.getByRole('table', { name: 'Серверы' })).toHaveTextContent(`${process.pid}`);
    expect(await panel('Последние сутки')).toHaveTextContent(/Правки.*Задания.*1/);
    const settings = within(screen.getByRole('table', { name: 'Настройки' }));
    expect(settings.getByRole('row', { name: /^PORT/ })).toHaveTextContent('3000, по умолчанию');
    expect(settings.getByRole('row', { name: /^SECRETS / })).toHaveTextContent('не задано');
  });

  it('[Z50] is in the menu of administrators alone', async () => {
    await open('/content', 'admin');
    expect(await screen.findByRole('link', { name: 'Система' })).toHaveAttribute('href', '/content/system');
    await open('/content/system', 'content_manager');
    expect(await screen.findByText('У вас нет доступа к разделу с состоянием системы')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Система' })).not.toBeInTheDocument();
  });

  it('[Z36] names the roles of a server, and warns where none carries out jobs', async () => {
    const { deps } = server();
    await writeProcessRecord({ ...deps, config: { ...deps.config, roles: ['web'] } });
    await open('/content/system', 'admin');
    expect(await screen.findByText(/нет сервера, который выполняет задания/)).toBeVisible();
    expect(screen.getByRole('table', { name: 'Серверы' })).toHaveTextContent('запросы');
    expect(screen.getByRole('table', { name: 'Серверы' })).not.toHaveTextContent('задания');
  });

  it('[Z55] a part that could not be read says why, beside the others', async () => {
    answer(
      change(() => ({ database: { error: 'База данных не отвечает' }, hours: { error: 'Не отвечает: ждали 3 с' } })),
    );
    await open('/content/system', 'admin');
    expect(await panel('База данных')).toHaveTextContent('База данных не отвечает');
    expect(await panel('Последние сутки')).toHaveTextContent('Не отвечает: ждали 3 с');
    expect(await panel('Версия')).toHaveTextContent(BUILD);
  });

  it('[Z57] is read again while the tab is visible, and keeps what it has when that fails', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { services } = await open('/content/system', 'admin');
    await panel('Версия');
    answer(http.get('*/api/system', () => HttpResponse.json({ code: 500, message: 'Сбой' }, { status: 500 })));
    const isReading = () => services.queryClient.isFetching({ queryKey: ['system'] }) > 0;
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void vi.advanceTimersByTime(60_000));
    expect(isReading()).toBe(false);
    visibility.mockReturnValue('visible');
    act(() => void vi.advanceTimersByTime(14_000));
    expect(isReading()).toBe(false);
    act(() => void vi.advanceTimersByTime(1000));
    expect(isReading()).toBe(true);
    vi.useRealTimers();
    expect(await screen.findByText(/^Обновить не удалось: показано состояние на /)).toBeVisible();
    expect(await panel('Версия')).toHaveTextContent(BUILD);
    complaints();
  });

  it('[Z56] a test mail is sent by a button, and its outcome is said', async () => {
    const { user } = await open('/content/system', 'admin');
    await user.click(await screen.findByRole('button', { name: 'Отправить пробное письмо' }));
    expect(await screen.findByText(/^Сервер почты принял письмо для admin-/)).toBeVisible();
    expect(server().mails).toMatchObject([{ subject: 'Пробное письмо Витрины' }]);
  });

  it('[Z58] a button copies all of it, without the names of users', async () => {
    const { user: admin } = await server().signIn('admin');
    const at = new Date();
    await server().db.insert(runs).values({
      kind: 'sending',
      status: 'finished',
      user_id: admin.id,
      started_at: at,
      finished_at: at,
      heartbeat_at: at,
    });
    await writeProcessRecord(server().deps);
    answer(
      change(() => ({
        files: { kind: 'bucket', place: 'https://s3.example/b', error: 'ответил 403', stored: { error: 'x' } },
      })),
    );
    const { user } = await open('/content/system', 'admin');
    const written = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Скопировать для поддержки' }));
    const text = String(written.mock.calls[0]?.[0]);
    for (const part of [
      '## Версия',
      `Сборка: ${BUILD}`,
      '## База данных',
      'products: ',
      '## Последние задания',
      'Отправка в кафе № 1',
      'Хранилище: ответил 403',
      'Не прочитано: x',
      'PORT: 3000, по умолчанию',
      'SECRETS: не задано',
      'Час · Запросы',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('Берёзкина');
    await waitFor(() => expect(screen.getByText('Состояние скопировано, секретов в нём нет')).toBeVisible());
  });
});
