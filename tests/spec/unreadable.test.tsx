import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { addProducts, findRow, rowNames } from '#tests/support/records.ts';
import { itemsIn } from '#tests/support/samples.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer, complaints } = useScreens();
const LIST = '/content/nomenclature';
/** Put in past the API: its check digit is wrong. */
const WRONG = '4600000000010';

const addWrong = async (): Promise<void> => {
  await addProducts(server(), { name: 'Квас' }, { name: 'Морс', weight: 0.5 });
  await server().db.execute(`update products set barcode = '${WRONG}', weight = 0.12345 where name = 'Квас'`);
};

describe('Records that break a rule of writing', () => {
  it('[X330] are answered and shown like any other, and can be changed elsewhere', async () => {
    await addWrong();
    const send = await server().as('admin');
    const page = await send('GET', '/products');
    expect([page.status, itemsIn(page).map(({ name }) => name)]).toEqual([200, ['Квас', 'Морс']]);
    const { user } = await open(LIST);
    expect(await findRow('Квас')).toHaveTextContent(WRONG);
    await user.click(screen.getByRole('link', { name: 'Квас' }));
    const name = await screen.findByRole('textbox', { name: 'Название' });
    await user.type(name, ' хлебный');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByRole('heading', { name: 'Квас хлебный' })).toBeVisible();
    const refused = await send('PUT', '/products/2', { barcode: WRONG });
    expect(refused.status).toBe(400);
  });
});

describe('Records that do not fit their schema', () => {
  it('[X330] are rows that name them and what could not be read; the others stand beside them', async () => {
    await addWrong();
    const { result } = await (await server().as('admin'))('GET', '/products');
    const { items, ...page } = result as { items: Record<string, unknown>[] };
    const [first, ...others] = items;
    const wrong = [{ ...first, weight: 'много' }, { id: 77 }, ...others];
    const body = { code: 200, message: 'success', result: { ...page, items: wrong } };
    answer(http.get('*/api/products', () => HttpResponse.json(body)));
    await open(LIST);
    await findRow('Морс');
    expect(rowNames()).toEqual(['Морс']);
    const rows = [...document.querySelectorAll<HTMLElement>('tr[data-unreadable]')];
    expect(rows.map(row => row.textContent)).toEqual([
      expect.stringMatching(/^Квас.*поле «Вес, кг»/),
      expect.stringMatching(/^№ 77.*Не удалось прочитать/),
    ]);
    expect(within(screen.getByRole('main')).queryByRole('alert')).not.toBeInTheDocument();
    await waitFor(() => expect(complaints().join('\n')).toContain('GET /products: unreadable'));
  });
});
