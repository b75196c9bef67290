import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { channels } from '#contract/events.ts';
import { SendingChoice } from '#contract/sending.ts';
import { cafes, matrices, matrixProducts, notifications, runs, sendingCafes } from '#server/db/schema.ts';
import { sendingStore } from '#server/media/sending/runs.ts';
import { addCafe, addProduct, leaveSending } from '#tests/support/cafes.ts';
import { useScreens } from '#tests/support/screen.tsx';
import { silence } from '#tests/support/silence.ts';

const { server, open, answer, complaints } = useScreens();
const PAGE = '/content/nomenclature/send-media';

const addFolder = (name: string, folder: string) =>
  addCafe(server(), { name, kind: 'folder', folder, key_salt: null, has_key: false });
const forecast = async () => within(await screen.findByRole('region', { name: 'Что будет отправлено' }));
const run = async () => within(await screen.findByRole('region', { name: 'Ход отправки' }));
const counts = (within: Awaited<ReturnType<typeof run>>) =>
  within.getAllByRole('term').map(term => `${term.textContent} ${term.nextElementSibling?.textContent}`);

/** Starts the sending, and confirms the question. */
const begin = async (user: UserEvent) => {
  await user.click(screen.getByRole('button', { name: 'Отправить' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Отправить' }));
};

describe('The page of sending media', () => {
  it('[M22] [U5] asks for confirmation with what goes where, and no key starts it', async () => {
    await addFolder('Кафе на Кирова', 'kirova');
    await addProduct(server(), 'Латте', 'a');
    const { user } = await open(PAGE);
    await forecast();
    await user.keyboard('n');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Отправить' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Отправить изображения в кафе?' }));
    expect(dialog.getByText('Кафе на Кирова').closest('li')).toHaveTextContent(/Кафе на Кирова\d файл/);
    await user.click(dialog.getByRole('button', { name: 'Отмена' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await server().db.select().from(runs)).toEqual([]);
  });

  it('[M14] [R69] [M15] [F12] shows what will go, sends it, shows what each cafe got with the log, and lists the run', async () => {
    await addFolder('Кафе на Кирова', 'kirova');
    await addFolder('Кафе на Ленина', 'lenina');
    await addProduct(server(), 'Латте', 'a', 'b');
    const bare = await addProduct(server(), 'Раф');
    const { user } = await open(PAGE);
    const ahead = await forecast();
    expect(counts(ahead)).toEqual(['Товары 2', 'Файлы 6', 'Объём 0 МБ', 'Без изображений 1']);
    expect(ahead.getByRole('link', { name: 'Раф', hidden: true })).toHaveAttribute(
      'href',
      `/content/nomenclature/${bare}/images`,
    );
    await user.click(screen.getByRole('checkbox', { name: /Кафе на Ленина/ }));
    await waitFor(async () => expect(counts(await forecast())).toContain('Файлы 3'));
    await begin(user);
    expect(await screen.findByRole('heading', { name: 'Отправка завершена' })).toBeVisible();
    const shown = await run();
    expect(shown.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
    expect(counts(shown).slice(0, 3)).toEqual(['Отправлено 3', 'Без изменений 0', 'Не отправлено 0']);
    expect(shown.getByRole('rowheader', { name: 'Кафе на Кирова' }).closest('tr')).toHaveTextContent('3 из 3');
    await waitFor(() => expect(shown.getByRole('log')).toHaveTextContent('Кафе на Кирова: «Латте», 3 файла'));
    const before = within(await screen.findByRole('region', { name: 'Прошлые отправки' }));
    expect(await before.findByRole('cell', { name: 'Отправка завершена' })).toBeVisible();
    expect(await server().db.select().from(notifications)).toMatchObject([
      { kind: 'sending_finished', payload: { sent: 3, failed: [] } },
    ]);
    await user.click(shown.getByRole('button', { name: 'Отправить ещё' }));
    await waitFor(async () => expect(counts(await forecast())).toContain('Файлы 3'));
  });

  it('[M14] [N17] [M15] [T26] follows a run that somebody else began, here and in the header, and shows an error when it breaks off', async () => {
    await addFolder('Кафе на Кирова', 'kirova');
    await addProduct(server(), 'Латте', 'a');
    const id = await leaveSending(server());
    const { user } = await open(PAGE, 'admin');
    expect(await screen.findByRole('heading', { name: 'Отправляем' })).toBeVisible();
    await screen.findByText('Изменения видны сразу');
    const stepItems = await sendingStore.writeLog(server().db, id, [{ level: 'info', text: 'Отправляем медиа' }]);
    const { user: starter } = await server().signIn('content_manager');
    const tell = server().deps.realtime.emit;
    await waitFor(() => {
      tell(channels.user(starter.id), 'SENDMEDIA_UPDATE', { run_id: id, progress: 40, stepItems });
      expect(screen.getByRole('link', { name: 'Отправляем 40 %' })).toHaveAttribute('href', PAGE);
    });
    expect(await (await run()).findByText('Отправляем медиа')).toBeVisible();
    await user.click((await run()).getByRole('button', { name: 'Остановить отправку' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^Отправленные файлы останутся в кафе/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Остановить отправку' }));
    const text = 'Отправка медиа отменена. Отправленное остаётся в кафе: файлов 0';
    const notice = await screen.findByText(text, { selector: '[data-notice] *' });
    expect(notice.closest('[data-notice]')).toHaveAttribute('data-notice', 'error');
    expect(await server().db.select().from(runs)).toMatchObject([{ status: 'canceled' }]);
    await waitFor(() => expect(screen.queryByRole('link', { name: /Отправляем/ })).not.toBeInTheDocument());
    expect(await screen.findByRole('heading', { name: 'Отправка отменена' })).toBeVisible();
  });

  it('[N10] [N11] [N12] shows every message of a cancellation, and «unknown error» for an answer of another shape', async () => {
    await leaveSending(server());
    const { user } = await open(PAGE, 'admin');
    const cancel = async (body: object, status: number) => {
      answer(http.delete('*/api/products/send-media-to-cafe', () => HttpResponse.json(body, { status })));
      await user.click((await run()).getByRole('button', { name: 'Остановить отправку' }));
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Остановить отправку' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    };
    const texts = () =>
      [...document.querySelectorAll('[data-notice]')].map(
        notice => `${notice.getAttribute('data-notice')}: ${notice.textContent}`,
      );
    await cancel(['Кафе занято', 'Попробуйте позже'], 409);
    await cancel({ broken: true }, 400);
    await cancel(['Остановлено'], 200);
    await waitFor(() =>
      expect(texts()).toEqual([
        'error: Кафе занято',
        'error: Попробуйте позже',
        'error: Не известная ошибка, обратитесь к поддержке',
        'info: Остановлено',
      ]),
    );
  });

  it('[M14] opens with the list’s filter, its selection, or a matrix', async () => {
    await addFolder('Кафе на Кирова', 'kirova');
    const latte = await addProduct(server(), 'Латте', 'a');
    await addProduct(server(), 'Раф', 'b');
    const [matrix] = await server().db.insert(matrices).values({ name: 'Летнее меню' }).returning();
    await server()
      .db.insert(matrixProducts)
      .values([{ matrix_id: matrix?.id ?? 0, product_id: latte, position: 1 }]);
    const { user } = await open(`/content/nomenclature?filter=${encodeURIComponent('{"search":"Раф"}')}`, 'admin');
    await screen.findByRole('link', { name: 'Раф' });
    await user.click(screen.getByRole('link', { name: 'Отправить в кафе' }));
    expect(await screen.findByRole('radio', { name: /Отобранные фильтром.*«Раф»/ })).toBeChecked();
    await waitFor(async () => expect(counts(await forecast())).toContain('Товары 1'));

    await open('/content/nomenclature', 'admin');
    const row = (await screen.findByRole('link', { name: 'Латте' })).closest('tr') as HTMLElement;
    await user.click(within(row).getByRole('checkbox'));
    const selection = within(await screen.findByRole('region', { name: 'Выбранное' }));
    await user.click(selection.getByRole('link', { name: 'Отправить в кафе' }));
    expect(await screen.findByRole('radio', { name: /Выбранные в списке.*1 товар/ })).toBeChecked();
    await waitFor(async () => expect(counts(await forecast())).toContain('Товары 1'));

    await open(`/content/matrices/${matrix?.id}/nomenclature`, 'admin');
    await user.click(await screen.findByRole('link', { name: 'Отправить в кафе' }));
    expect(await screen.findByRole('radio', { name: 'Товары матрицы' })).toBeChecked();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Матрица' })).toHaveValue('Летнее меню'));
    await waitFor(async () => expect(counts(await forecast())).toContain('Товары 1'));
  });

  it('[B11] [M14] shows that a run has sent no news for a minute, until it does', async () => {
    const passSilence = silence();
    const id = await leaveSending(server());
    const { services } = await open(PAGE);
    await screen.findByText('Считаем файлы…');
    await screen.findByText('Изменения видны сразу');
    passSilence();
    expect(screen.getByText(/^Новостей нет больше минуты/)).toBeVisible();
    expect(screen.queryByText('Считаем файлы…')).not.toBeInTheDocument();
    const { user: starter } = await server().signIn('content_manager');
    const tell = (progress: number) =>
      server().deps.realtime.emit(channels.user(starter.id), 'SENDMEDIA_UPDATE', {
        run_id: id,
        progress,
        stepItems: [],
      });
    const readAt = () => services.queryClient.getQueryState(['sending', 'run', id])?.dataUpdatedAt ?? 0;
    const before = readAt();
    tell(0);
    await waitFor(() => expect(readAt()).toBeGreaterThan(before));
    expect(screen.getByText(/^Новостей нет больше минуты/)).toBeVisible();
    tell(1);
    expect(await screen.findByText('Считаем файлы…')).toBeVisible();
    expect(screen.queryByText(/^Новостей нет больше минуты/)).not.toBeInTheDocument();
  });

  it('[M14] a user can start without waiting for the count', async () => {
    await addFolder('Кафе на Кирова', 'kirova');
    await addProduct(server(), 'Латте', 'a');
    answer(http.post('*/api/products/send-media-to-cafe/preview', () => new Promise<never>(() => {})));
    const { user } = await open(PAGE);
    expect(await screen.findByText('Считаем, что будет отправлено…')).toBeVisible();
    await begin(user);
    expect(await screen.findByRole('heading', { name: 'Отправка завершена' })).toBeVisible();
  });

  it('[M20] means every cafe by all of them, also where they are more than the server lists at once', async () => {
    const many = Array.from({ length: 1001 }, (_, at) => ({ name: `Кафе ${at}`, folder: `f${at}` }));
    await server()
      .db.insert(cafes)
      .values(many.map(cafe => ({ ...cafe, kind: 'folder' as const })));
    await addProduct(server(), 'Латте', 'a');
    let asked: SendingChoice | undefined;
    answer(
      http.post('*/api/products/send-media-to-cafe', async ({ request }) => {
        asked = SendingChoice.parse(await request.clone().json());
        return HttpResponse.json({}, { status: 403 });
      }),
    );
    const { user } = await open(PAGE);
    expect(counts(await forecast())).toContain('Файлы 2\u00a0002');
    await user.click(screen.getByText('Отправить', { selector: 'button' }));
    // By its text, because roles among a thousand cafes take seconds to work out.
    await user.click(await screen.findByText('Отправить', { selector: '[role=dialog] button' }));
    await waitFor(() => expect(new Set(asked?.cafe_ids).size).toBe(1001));
  });

  it('[M9] [M14] links a cafe that did not take every file to the reasons', async () => {
    const { cafe } = await addCafe(server(), { name: 'Кафе на Мира', kind: 'folder', folder: 'mira' });
    const id = await leaveSending(server());
    const counts = { sent: 4, unchanged: 0, failed: 1, files: 5 };
    await server()
      .db.insert(sendingCafes)
      .values({ run_id: id, cafe_id: cafe.id, name: cafe.name, status: 'failed', ...counts });
    await open(PAGE);
    const row = (await screen.findByRole('rowheader', { name: 'Кафе на Мира' })).closest('tr') as HTMLElement;
    expect(within(row).getByText('Приняты не все файлы: причины в журнале')).toBeVisible();
  });

  it('[N29] [M14] shows that the cafes could not be read, and reads them again', async () => {
    await addFolder('Кафе на Кирова', 'kirova');
    let isBroken = true;
    answer(http.get('*/api/cafe', () => (isBroken ? HttpResponse.json({}, { status: 500 }) : undefined)));
    const { user } = await open(PAGE);
    const failed = await screen.findByRole('alert');
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    isBroken = false;
    await user.click(within(failed).getByRole('button', { name: 'Повторить' }));
    expect(await screen.findByRole('checkbox', { name: /Кафе на Кирова/ })).toBeChecked();
    expect(complaints()).toHaveLength(1);
  });
});
