import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channels, type EventName, type EventPayload } from '#contract/events.ts';
import type { LogItem } from '#contract/importing.ts';
import { products, referenceValues, runs } from '#server/db/schema.ts';
import { importStore } from '#server/imports/runs.ts';
import { rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';
import { csvOf } from '#tests/support/tables.ts';

const { server, open, answer } = useScreens();
const PAGE = '/content/nomenclature/import';
const IMPORT = '*/api/products/import/nomenclature';

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
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' }, { timeout: 20_000 })).toBeVisible();
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
    expect(await screen.findByRole('heading', { name: 'Что сделает импорт' }, { timeout: 20_000 })).toBeVisible();
    expect(counts()).toEqual(['Новых1', 'Изменено0', 'Без изменений0', 'С ошибками1']);
    const fresh = within(await screen.findByRole('region', { name: 'Что добавится' }));
    expect(fresh.getByRole('cell', { name: 'Квас' })).toBeVisible();
    expect(log().join('\n')).toContain('строка 3, Вес, кг');
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
    expect(await screen.findByText(/^Записывать нечего/, undefined, { timeout: 20_000 })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Импортировать' })).toBeDisabled();
  });

  it('[I23] of many rows the first are drawn, and more as their end comes near', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({ sku: `A-${at}`, name: `Товар ${at}` }));
    await server().db.insert(products).values(rows);
    const user = await openPage();
    const changed = rows.map(({ sku, name }) => [sku, `${name} новый`]);
    await send(user, table('товары.csv', csvOf([['Артикул', 'Название'], ...changed])));
    const region = await screen.findByRole('region', { name: 'Что изменится' }, { timeout: 20_000 });
    expect(within(region).getAllByRole('link')).toHaveLength(25);
    fireEvent.scroll(region);
    fireEvent.scroll(region);
    expect(within(region).getAllByRole('link')).toHaveLength(60);
  });

  it('[B5] [B6] what references lack is named, and the table is read again with it made and with empty cells that count', async () => {
    const user = await openPage();
    const rows = csvOf([
      ['Артикул', 'Название', 'Бренд'],
      ['A-1', 'Квас', 'Росток'],
    ]);
    await send(user, table('товары.csv', rows));
    expect(await screen.findByText('Бренды: «Росток»', undefined, { timeout: 20_000 })).toBeVisible();
    expect(counts()).toEqual(['Новых0', 'Изменено0', 'Без изменений0', 'С ошибками1']);
    await user.click(screen.getByRole('checkbox', { name: 'Добавить недостающие значения в справочники' }));
    expect(await screen.findByText(/^Эти значения импорт добавит/, undefined, { timeout: 20_000 })).toBeVisible();
    expect(counts()).toEqual(['Новых1', 'Изменено0', 'Без изменений0', 'С ошибками0']);
    await user.click(screen.getByRole('checkbox', { name: 'Пустая ячейка стирает значение' }));
    await user.click(await screen.findByRole('button', { name: 'Импортировать' }, { timeout: 20_000 }));
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' }, { timeout: 20_000 })).toBeVisible();
    expect(await server().db.select({ name: referenceValues.name }).from(referenceValues)).toEqual([
      { name: 'Росток' },
    ]);
  });

  it('[I17, L12] a file that is refused says why where it was chosen, and another one can be sent', async () => {
    const user = await openPage();
    await send(user, table('картинка.xlsx', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])));
    const text = 'Это не таблица .xlsx и не .csv: сохраните файл в одном из этих форматов и отправьте снова';
    expect(await screen.findByText(text, undefined, { timeout: 20_000 })).toBeVisible();
    await send(user, table('пусто.csv', ''));
    expect(await screen.findByText('Файл пустой: выберите таблицу, в которой есть строки')).toBeVisible();
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it('[N10] [N26] a thousand messages bury nothing: the first stand there, the rest can be read', async () => {
    const texts = Array.from({ length: 1000 }, (_, at) => `Строка ${at + 1}: нет названия`);
    answer(http.post(IMPORT, () => HttpResponse.json([...texts, ...texts], { status: 400 })));
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

  it('[V5] two files dropped at once are refused before anything is sent', async () => {
    const user = await openPage();
    answer(http.post(IMPORT, () => expect.unreachable('two files were sent')));
    const input = screen.getByLabelText('Выбрать файл', { selector: 'input' });
    input.setAttribute('multiple', '');
    await user.upload(input, [goods(), goods()]);
    expect(await screen.findByText('За один раз импортируется один файл: выберите один')).toBeVisible();
  });

  it('[N10] an array of errors is shown message by message, as text', async () => {
    const markup = '<img src="/x" onerror="alert(1)">';
    const user = await openPage();
    answer(http.post(IMPORT, () => HttpResponse.json(['Нет колонки', markup], { status: 400 })));
    await sendAtOnce(user, goods());
    const notice = within(await screen.findByRole('alert')).findAllByRole('listitem');
    expect((await notice).map(item => item.textContent)).toEqual(['Нет колонки', markup]);
    expect(document.querySelector('img[src="/x"]')).toBeNull();
  });

  it('[N11] any other error body shows the unknown one', async () => {
    const user = await openPage();
    answer(http.post(IMPORT, () => HttpResponse.json({ broken: true }, { status: 400 })));
    await sendAtOnce(user, goods());
    expect(await screen.findByText('Не известная ошибка, обратитесь к поддержке')).toBeVisible();
  });

  it('[N12] an array of successes is shown one by one as notices', async () => {
    const user = await openPage();
    answer(http.post(IMPORT, () => HttpResponse.json(['Файл принят', 'Ждите письма'])));
    await sendAtOnce(user, goods());
    expect(await screen.findByText('Файл принят')).toBeVisible();
    expect(await screen.findByText('Ждите письма', undefined, { timeout: 20_000 })).toBeVisible();
  });

  it('[I19, C19] the template is saved under the name that the server gives it', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const user = await openPage();
    await user.click(screen.getByRole('button', { name: 'Скачать шаблон' }));
    await waitFor(() => expect(clicked).toHaveBeenCalled());
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('nomenclature.xlsx');
  });
});

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

  it('[B10] says after a reload at once how fast it has been and how long it still takes', async () => {
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

  it('[T19, N16] says a post-processing error as an error, and changes nothing else', async () => {
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

  it('[N16, T21] that broke says the server’s message as an error', async () => {
    await openRun();
    await waitFor(() => {
      tell('IMPORT_ERROR', { run_id: 1, message: 'Импорт прерван из-за сбоя' });
      expect(screen.getAllByText('Импорт прерван из-за сбоя')[0]?.closest('[data-notice]')).toHaveAttribute(
        'data-notice',
        'error',
      );
    });
  });

  it('[I20] past runs open with their log, and have addresses of their own', async () => {
    await server().db.update(runs).set({ status: 'finished', progress: 100, finished_at: server().deps.clock() });
    const user = await openPage();
    await user.click(within(await screen.findByRole('table')).getByRole('link'));
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' })).toBeVisible();
    await waitFor(() => expect(log()).toContain('Строки 2–5: новых 4'));
    expect(window.location.search).toBe('?run=1');
    await open(`${PAGE}?run=1`);
    expect(await screen.findByRole('heading', { name: 'Импорт завершён' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Импортировать ещё' }));
    expect(await screen.findByRole('heading', { name: 'Перетащите таблицу сюда' })).toBeVisible();
    expect(window.location.search).toBe('');
  });
});
