import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { referenceValues, runs } from '#server/db/schema.ts';
import { rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';
import { csvOf } from '#tests/support/tables.ts';

const { server, open, answer } = useScreens();
const PAGE = '/content/nomenclature/import';
const IMPORT = '*/api/products/import/nomenclature';
const START = `${IMPORT}/prepared/:id/start`;

const openPage = async () => {
  const { user } = await open(PAGE);
  await screen.findByRole('heading', { name: 'Перетащите таблицу сюда' });
  return user;
};
const table = (name: string, text: string | Uint8Array) => new File([text as BlobPart], name);
const goods = () =>
  table(
    'товары.csv',
    csvOf([
      ['Артикул', 'Название', 'Вес, кг'],
      ['A-1', 'Квас', '0,5'],
      ['A-2', 'Морс', 'много'],
    ]),
  );
const send = (user: UserEvent, ...files: File[]) =>
  user.upload(screen.getByLabelText('Выбрать файл', { selector: 'input' }), files);
/** Sends a table without looking at what it would do. */
const sendAtOnce = async (user: UserEvent, ...files: File[]) => {
  await send(user, ...files);
  await user.click(await screen.findByRole('button', { name: /^Импортировать/ }));
};
const bar = () => screen.getByRole('progressbar', { name: 'Выполнено' });
const log = () =>
  within(screen.getByRole('log'))
    .queryAllByText(/./)
    .map(line => line.textContent);
const counts = () => [...document.querySelectorAll('dl > div')].map(count => count.textContent);

describe('§2 Import of nomenclature', () => {
  it('[R68, F11, I25, V5, T16, T17, T22, N18, K5] [B23] [B24] shows progress, log, counts and notices of a table that was chosen', async () => {
    const user = await openPage();
    await sendAtOnce(user, goods());
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' })).toBeVisible();
    expect(bar()).toHaveAttribute('aria-valuenow', '100');
    await waitFor(() => expect(counts()).toEqual(['Новых1', 'Изменено0', 'Без изменений0', 'С ошибками1']));
    await waitFor(() => expect(log().join('\n')).toContain('строка 3, Вес, кг'));
    expect(log().join('\n')).toContain('Импорт файла «товары.csv» начался: строк 2');
    expect(log().join('\n')).toContain('Нужно число, например 1 234,5');
    expect(await screen.findByText(/^Импорт завершён: новых 1/, { selector: '[data-notice] *' })).toBeVisible();

    // [B24] What was pressed is gone.
    expect(screen.getByRole('heading', { name: 'Импорт завершён' })).toHaveFocus();
    const line = within(screen.getByRole('log')).getByText(/^Нужно число/);
    await user.click(line);
    expect(line.closest('[data-seq]')).toHaveAttribute('data-open');
    await user.click(line);
    expect(line.closest('[data-seq]')).not.toHaveAttribute('data-open');

    await user.click(screen.getByRole('checkbox', { name: 'Только замечания' }));
    await waitFor(() => expect(log().join('\n')).not.toContain('начался'));
    await user.click(screen.getByRole('searchbox', { name: 'Найти в журнале' }));
    await user.paste('такой строки нет');
    expect(await screen.findByText('Таких строк нет')).toBeVisible();
    await user.clear(screen.getByRole('searchbox', { name: 'Найти в журнале' }));
    await user.paste('МНОГО');
    await waitFor(() => expect(log().join('\n')).toContain('строка 3, Вес, кг'));
    expect(within(await screen.findByRole('table')).getByRole('cell', { name: 'товары.csv' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'К номенклатуре' }));
    await waitFor(() => expect(rowNames()).toEqual(['Квас']));
  });

  it('[I23] what a table would do is shown before it is imported, and nothing is imported by leaving', async () => {
    const user = await openPage();
    await send(user, goods());
    expect(await screen.findByRole('heading', { name: 'Что сделает импорт' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Новые 1' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'С ошибками 1' })).toBeVisible();
    expect(await screen.findByRole('gridcell', { name: 'Квас' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Выбрать другой файл' }));
    expect(await screen.findByRole('heading', { name: 'Перетащите таблицу сюда' })).toBeVisible();
    expect(await server().db.select().from(runs)).toEqual([]);
    await send(
      user,
      table(
        'пусто.csv',
        csvOf([
          ['Артикул', 'Вес, кг'],
          ['A-2', 'много'],
        ]),
      ),
    );
    expect(await screen.findByText(/^Записывать нечего/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Импортировать' })).toBeDisabled();
  });

  it('[I741] of many rows only those in view are drawn', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => [`A-${at}`, `Товар ${at}`]);
    const user = await openPage();
    await send(user, table('товары.csv', csvOf([['Артикул', 'Название'], ...rows])));
    expect(await screen.findByRole('button', { name: 'Новые 300' })).toBeVisible();
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '301');
    expect(screen.getAllByRole('row').length).toBeLessThan(40);
  });

  it('[B5] [B6] what references lack is named, and the table is read again with it made and with empty cells that count', async () => {
    const user = await openPage();
    const rows = csvOf([
      ['Артикул', 'Название', 'Бренд'],
      ['A-1', 'Квас', 'Росток'],
    ]);
    await send(user, table('товары.csv', rows));
    expect(await screen.findByRole('button', { name: 'С ошибками 1' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Разобрать' }));
    await user.click(await screen.findByRole('button', { name: 'Добавить в справочник' }));
    const added = 'Импорт добавит в справочники — Бренды (1): «Росток»';
    expect(await screen.findByText(added)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Новые 1' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Изменить правила' }));
    await user.click(screen.getByRole('checkbox', { name: 'Пустая ячейка стирает значение' }));
    await user.click(await screen.findByRole('button', { name: 'Импортировать' }));
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' })).toBeVisible();
    expect(await server().db.select({ name: referenceValues.name }).from(referenceValues)).toEqual([
      { name: 'Росток' },
    ]);
  });

  it('[I17, L12] the reason for a refused file stands where it was chosen, and another one can be sent', async () => {
    const user = await openPage();
    await send(user, table('картинка.xlsx', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])));
    const text = 'Это не таблица .xlsx, .ods или .csv: сохраните файл в одном из этих форматов и отправьте снова';
    expect(await screen.findByText(text)).toBeVisible();
    await send(user, table('пусто.csv', ''));
    expect(await screen.findByText('Файл пустой: выберите таблицу, в которой есть строки')).toBeVisible();
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('[N10] [N26] a thousand messages bury nothing: the first stand there, the rest can be read', async () => {
    const texts = Array.from({ length: 1000 }, (_, at) => `Строка ${at + 1}: нет названия`);
    answer(http.post(START, () => HttpResponse.json([...texts, ...texts], { status: 400 })));
    const user = await openPage();
    await sendAtOnce(user, goods());
    const first = await screen.findByText('Строка 1: нет названия');
    expect(within(first.closest('[role=alert]') as HTMLElement).getAllByRole('listitem')).toHaveLength(5);
    const more = screen.getByText('ещё 995 замечаний');
    expect(more.closest('details')).not.toHaveAttribute('open');
    await user.click(more);
    expect(screen.getByText('Строка 1000: нет названия')).toBeVisible();
  });

  it('[N12] [N26] a thousand messages of a success are five notices and how many more there are', async () => {
    const texts = Array.from({ length: 1000 }, (_, at) => `Сообщение ${at + 1}`);
    answer(http.delete(IMPORT, () => HttpResponse.json(texts)));
    const { services } = await open(PAGE);
    const told: string[] = [];
    services.runs.import.onNotice(({ text }) => told.push(text));
    await services.runs.import.cancel();
    expect(told).toEqual([...texts.slice(0, 5), 'и ещё 995']);
  });

  it('[V5] [I899] two tables dropped at once are refused, and so is an archive without a table, before anything is sent', async () => {
    const user = await openPage();
    answer(http.post(`${IMPORT}/prepared`, () => expect.unreachable('two files were sent')));
    const input = screen.getByLabelText('Выбрать файл', { selector: 'input' });
    await user.upload(input, [goods(), goods()]);
    expect(
      await screen.findByText(
        'За один раз импортируется одна таблица и один архив с изображениями: выберите по одному файлу',
      ),
    ).toBeVisible();
    await user.upload(input, new File(['PK'], 'фото.zip'));
    expect(await screen.findByText(/^Архив с изображениями нужен вместе с таблицей/)).toBeVisible();
  });

  it('[N10] an array of errors is shown message by message, as text', async () => {
    const markup = '<img src="/x" onerror="alert(1)">';
    const user = await openPage();
    answer(http.post(START, () => HttpResponse.json(['Нет колонки', markup], { status: 400 })));
    await sendAtOnce(user, goods());
    const notice = within(await screen.findByRole('alert')).findAllByRole('listitem');
    expect((await notice).map(item => item.textContent)).toEqual(['Нет колонки', markup]);
    expect(document.querySelector('img[src="/x"]')).toBeNull();
  });

  it('[N11] any other error body shows the unknown one', async () => {
    const user = await openPage();
    answer(http.post(START, () => HttpResponse.json({ broken: true }, { status: 400 })));
    await sendAtOnce(user, goods());
    expect(await screen.findByText('Не известная ошибка, обратитесь к поддержке')).toBeVisible();
  });

  it('[N12] an array of successes is shown one by one as notices', async () => {
    const user = await openPage();
    answer(http.post(START, () => HttpResponse.json(['Файл принят', 'Ждите письма'])));
    await sendAtOnce(user, goods());
    expect(await screen.findByText('Файл принят')).toBeVisible();
    expect(await screen.findByText('Ждите письма')).toBeVisible();
  });

  it('[I19, C19] the template is saved under the name that the server gives it', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const user = await openPage();
    await user.click(screen.getByRole('button', { name: 'Скачать шаблон' }));
    await waitFor(() => expect(clicked).toHaveBeenCalled());
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('nomenclature.xlsx');
  });
});
