import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createWrittenBatches } from '#providers/cache/writtenBatches.ts';
import { products, trash } from '#server/db/schema.ts';
import { addManyProducts, rowNames } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

describe('Undo in the notice of a write', () => {
  const save = async (name: string) => {
    const { user } = await open('/content/nomenclature/1/settings', 'admin');
    const field = await screen.findByRole('textbox', { name: /^Название/ });
    await user.clear(field);
    await user.type(field, name);
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await user.click(await screen.findByRole('button', { name: 'Отменить' }));
    return user;
  };
  const nameOf = async () => (await server().db.select().from(products))[0]?.name;

  it('[J672] shows what goes back, takes it back, and can take that back', async () => {
    await addManyProducts(server(), 1);
    const user = await save('Морс');
    const dialog = await screen.findByRole('dialog', { name: 'Отменить: сохранение' });
    expect(await within(dialog).findByText('Вернётся записей: 1')).toBeVisible();
    expect(dialog).toHaveTextContent('Морс · Название: Морс → Товар 001');
    await user.click(within(dialog).getByRole('button', { name: 'Отменить' }));
    expect(await screen.findByText('Отменено, записей: 1')).toBeVisible();
    expect(await nameOf()).toBe('Товар 001');
    await user.click(await screen.findByRole('button', { name: 'Отменить' }));
    const second = await screen.findByRole('dialog', { name: 'Отменить: отмена' });
    await within(second).findByText('Вернётся записей: 1');
    await user.click(within(second).getByRole('button', { name: 'Отменить' }));
    await waitFor(async () => expect(await nameOf()).toBe('Морс'));
  });

  it('[J672] names what was changed since, and takes it back only when it is ticked', async () => {
    await addManyProducts(server(), 1);
    const { user } = await open('/content/nomenclature/1/settings', 'admin');
    const field = await screen.findByRole('textbox', { name: /^Название/ });
    await user.clear(field);
    await user.type(field, 'Морс');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    const undo = await screen.findByRole('button', { name: 'Отменить' });
    await (await server().as('content_manager'))('PUT', '/products/1', { name: 'Сок' });
    await user.click(undo);
    const dialog = within(await screen.findByRole('dialog', { name: 'Отменить: сохранение' }));
    expect(await dialog.findByText('Изменено с тех пор, останется: 1')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Отменить' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('checkbox', { name: 'Сок · Название: Сок → Товар 001' }));
    await user.click(dialog.getByRole('button', { name: 'Отменить' }));
    await waitFor(async () => expect(await nameOf()).toBe('Товар 001'));
  });

  it('[J672] gives one batch to one notice, and none after several writes at once', () => {
    let time = 0;
    const written = createWrittenBatches(() => time);
    const note = (id: number, startedAt: number, endedAt: number) => {
      time = endedAt;
      written.note({ batch: String(id) }, startedAt);
    };
    expect(written.claim()).toBeNull();
    note(7, 0, 100);
    written.note({}, 100);
    expect(written.claim()).toBe(7);
    expect(written.claim()).toBeNull();
    note(8, 5000, 6000);
    note(9, 6010, 9000);
    expect(written.claim()).toBeNull();
    note(10, 20_000, 20_100);
    time = 30_000;
    expect(written.claim()).toBeNull();
  });
});

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

  it('[J673] is not shown to those who may not delete', async () => {
    await addManyProducts(server(), 1);
    await open('/content/nomenclature', 'photographer');
    expect(await screen.findByRole('link', { name: 'Товар 001' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Корзина' })).not.toBeInTheDocument();
  });
});
