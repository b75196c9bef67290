import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { MAX_BULK_IDS } from '#contract/bulk.ts';
import { trash } from '#server/db/schema.ts';
import { addManyProducts, rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();

describe('The trash of a list', () => {
  const begin = async () => {
    await addManyProducts(server(), 3);
    const send = await server().as('admin');
    await send('DELETE', '/products', { ids: [1, 2] });
    await send('POST', '/products', { name: 'Новый', sku: 'A-1' });
    return open('/content/nomenclature', 'admin');
  };

  it('[J673] restores what is selected and names what it could not restore', async () => {
    const { user } = await begin();
    await user.click(await screen.findByRole('link', { name: 'Корзина' }));
    expect(await screen.findByRole('heading', { name: 'Номенклатура: корзина' })).toBeVisible();
    await screen.findByRole('row', { name: /Товар 002/ });
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать всё на странице' }));
    expect(screen.getByText('Выбрано: 2')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Восстановить' }));
    expect(await screen.findByText('Восстановлено: 1')).toBeVisible();
    expect(await screen.findByText('Товар 001: Артикул: «A-1» теперь занято: Новый')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'К списку' }));
    await waitFor(() => expect(rowNames()).toEqual(['Новый', 'Товар 002', 'Товар 003']));
  });

  it('[J673] deletes for good only after a question', async () => {
    const { user } = await begin();
    await user.click(await screen.findByRole('link', { name: 'Корзина' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Товар 002»' }));
    await user.click(screen.getByRole('button', { name: 'Удалить насовсем' }));
    const question = await screen.findByRole('dialog', { name: 'Удалить насовсем, записей: 1?' });
    expect(await server().db.$count(trash)).toBe(2);
    await user.click(within(question).getByRole('button', { name: 'Удалить насовсем' }));
    expect(await screen.findByText('Удалено насовсем: 1')).toBeVisible();
    expect(await server().db.$count(trash)).toBe(1);
  });

  it('[J673] says why all could not be selected', async () => {
    const { user } = await begin();
    answer(
      http.get('*/api/trash/ids', () => HttpResponse.json({ code: 504, message: 'Повторите позже' }, { status: 504 })),
    );
    await user.click(await screen.findByRole('link', { name: 'Корзина' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Товар 002»' }));
    await user.click(screen.getByRole('button', { name: 'Выбрать все 2' }));
    expect(await screen.findByText('Повторите позже')).toBeVisible();
    expect(screen.getByText('Выбрано: 1')).toBeVisible();
  });

  it('[J673] keeps what a failed request has left selected, and says why', async () => {
    const { user } = await begin();
    const parts: number[][] = [];
    answer(
      http.get('*/api/trash/ids', () =>
        HttpResponse.json({ code: 200, result: { ids: Array.from({ length: MAX_BULK_IDS + 1 }, (_, at) => at + 1) } }),
      ),
      http.post('*/api/trash/purge', async ({ request }) => {
        const { ids } = (await request.json()) as { ids: number[] };
        parts.push(ids);
        return parts.length === 1
          ? HttpResponse.json({ code: 200, result: { ids, failed: [] } })
          : HttpResponse.json({ code: 504, message: 'Повторите позже' }, { status: 504 });
      }),
    );
    await user.click(await screen.findByRole('link', { name: 'Корзина' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Выбрать «Товар 002»' }));
    await user.click(screen.getByRole('button', { name: 'Выбрать все 2' }));
    await user.click(screen.getByRole('button', { name: 'Удалить насовсем' }));
    const question = await screen.findByRole('dialog', { name: /^Удалить насовсем/ });
    await user.click(within(question).getByRole('button', { name: 'Удалить насовсем' }));
    expect(await screen.findByText(/^Удалено насовсем: 10\s000$/)).toBeVisible();
    expect(await screen.findByText('Повторите позже')).toBeVisible();
    expect(await screen.findByText('Выбрано: 1')).toBeVisible();
    expect(parts.map(({ length }) => length)).toEqual([MAX_BULK_IDS, 1]);
  });

  it('[J673] goes to its last page when the one asked for is gone, because others have restored its records', async () => {
    await addManyProducts(server(), 30);
    const send = await server().as('admin');
    const ids = Array.from({ length: 30 }, (_, at) => at + 1);
    await send('DELETE', '/products', { ids });
    const { user } = await open('/content/nomenclature?trash', 'admin');
    await screen.findByRole('row', { name: /Товар 030/ });
    await send('POST', '/trash/restore', { resource: 'nomenclature', ids: ids.slice(10) });
    await user.click(screen.getByRole('button', { name: 'Следующая страница' }));
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Страницы' })).not.toBeInTheDocument());
    expect(await screen.findByRole('row', { name: /Товар 010/ })).toBeVisible();
    expect(screen.queryByText('Корзина пуста')).not.toBeInTheDocument();
  });

  it('[J673] is not shown to those who may not delete', async () => {
    await addManyProducts(server(), 1);
    await open('/content/nomenclature', 'photographer');
    expect(await screen.findByRole('link', { name: 'Товар 001' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Корзина' })).not.toBeInTheDocument();
  });
});
