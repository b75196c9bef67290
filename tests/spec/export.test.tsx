import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { parse } from 'csv-parse/sync';
import { http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordEndpoints } from '#contract/recordEndpoints.ts';
import { hold } from '#tests/support/hold.ts';
import { addManyProducts, findRow, numbered, numberedFrom } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();
const LIST = '/content/nomenclature';

/** What the browser was given to save: jsdom has no way to do it. */
let saved: { name: string; blob: Blob }[] = [];
const { createObjectURL, revokeObjectURL } = URL;
const save = function (this: HTMLAnchorElement): void {
  const last = saved.at(-1);
  if (last) last.name = this.download;
};
const { click } = HTMLAnchorElement.prototype;
beforeEach(async () => {
  saved = [];
  URL.createObjectURL = blob => {
    saved.push({ name: '', blob: blob as Blob });
    return 'blob:saved';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = save;
  await addManyProducts(server(), 12);
});
afterEach(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  HTMLAnchorElement.prototype.click = click;
});

const namesIn = async (blob: Blob | undefined): Promise<unknown[]> => {
  const rows = parse((await blob?.text()) ?? '', { delimiter: ';', bom: true }) as string[][];
  return rows.slice(1).map(([name]) => name);
};
const openList = async () => {
  const { user } = await open(LIST);
  await findRow(numbered(1));
  return user;
};
const choose = async (user: UserEvent, format: string, part = within(document.body)) => {
  await user.click(part.getByRole('button', { name: 'Выгрузить' }));
  await user.click(await screen.findByRole('menuitem', { name: format }));
};

describe('Lists: export', () => {
  it('[L55] [X54] what is filtered is saved as a file named with its day, in the order of the list', async () => {
    const user = await openList();
    await user.click(screen.getByRole('button', { name: 'Название' }));
    await user.type(screen.getByRole('searchbox', { name: 'Найти' }), 'товар 01');
    await waitFor(() => expect(screen.getByText('4 товара')).toBeVisible());
    await choose(user, 'CSV (.csv)');
    expect(await screen.findByText(/^Файл сохранён: Номенклатура \d{4}-\d\d-\d\d\.csv$/)).toBeVisible();
    expect(saved[0]?.name).toMatch(/^Номенклатура \d{4}-\d\d-\d\d\.csv$/);
    expect(await namesIn(saved[0]?.blob)).toEqual([...numberedFrom(12, 10), numbered(1)]);
  });

  it('[L55] what is selected is saved, on whatever page it stands', async () => {
    const user = await openList();
    await user.click(screen.getByRole('checkbox', { name: numbered(2) }));
    await user.click(screen.getByRole('button', { name: 'Следующая страница' }));
    await findRow(numbered(11));
    await user.click(screen.getByRole('checkbox', { name: numbered(12) }));
    await choose(user, 'CSV (.csv)', within(screen.getByRole('region', { name: 'Выбранное' })));
    await screen.findByText(/^Файл сохранён/);
    expect(await namesIn(saved[0]?.blob)).toEqual([numbered(2), numbered(12)]);
  });

  it('[L55] a file under way shows its progress and can be given up', async () => {
    const user = await openList();
    const file = hold();
    let answered: Promise<Response> | undefined;
    answer(
      http.get('*/api/products/export', ({ request }) => {
        answered = file.released.then(() => server().app.fetch(request));
        return answered;
      }),
    );
    await choose(user, 'Excel (.xlsx)');
    expect(await screen.findByText('Выгружаем: 0 МБ')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Прервать выгрузку' }));
    expect(await screen.findByRole('button', { name: 'Выгрузить' })).toBeVisible();
    file.release();
    await answered;
    // Had the first file been kept, it would be saved before another one that is chosen after it.
    await choose(user, 'CSV (.csv)');
    expect(await screen.findByText(/^Файл сохранён: .+\.csv$/)).toBeVisible();
    expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/\.csv$/)]);
  });

  it('[N61] a download that was given up reports no progress afterwards', async () => {
    const { services } = await open(LIST);
    const file = hold();
    const asked: Promise<Response>[] = [];
    answer(
      http.get('*/api/products/export', () => {
        const response = file.released.then(() => new Response('x'));
        asked.push(response);
        return response;
      }),
    );
    const calls = Array.from({ length: 20 }, () => new AbortController());
    const late: number[] = [];
    const ends = calls.map(async ({ signal }) => {
      let hasEnded = false;
      const onDownloadProgress = (bytes: number): void => void (hasEnded && late.push(bytes));
      const query = { format: 'xlsx' } as const;
      await services.api
        .download(recordEndpoints.nomenclature.exportList, { query, signal, onDownloadProgress })
        .catch(() => undefined);
      hasEnded = true;
    });
    await waitFor(() => expect(asked).toHaveLength(calls.length));
    for (const call of calls) call.abort();
    await Promise.all(ends);
    // The answers come all the same, with progress events that axios holds back for up to a third of a second.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    file.release();
    await Promise.all(asked);
    await vi.advanceTimersByTimeAsync(1000);
    vi.useRealTimers();
    expect(late).toEqual([]);
  });

  it('[L55] [N28] a file that cannot be made is an error, and nothing is saved', async () => {
    const user = await openList();
    answer(
      http.get('*/api/products/export', () =>
        Response.json({ code: 400, message: 'Параметр запроса задан неверно' }, { status: 400 }),
      ),
    );
    await choose(user, 'Excel (.xlsx)');
    expect(await screen.findByText('Параметр запроса задан неверно')).toBeVisible();
    expect(saved).toEqual([]);
  });
});
