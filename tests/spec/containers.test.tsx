import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addManyProducts, findRow, numbered } from '#tests/support/records.ts';
import { recordIn } from '#tests/support/samples.ts';
import { useScreens } from '#tests/support/screen.tsx';
import { addShops, SITE, synchronize } from '#tests/support/synchronization.ts';

const { server, open } = useScreens();

describe('The question before a deletion', () => {
  const begin = async () => {
    await addManyProducts(server(), 7);
    await addShops(server());
    const send = await server().as('admin');
    const model = recordIn(await send('POST', '/models', { name: 'Напитки', product_ids: [1, 2, 3, 4, 5, 6, 7] }));
    const matrix = recordIn(await send('POST', '/matrices', { name: 'Утро' }));
    await send('POST', `/matrices/${matrix.id}/products`, { ids: [1] });
    await send('PUT', '/products/1', { barcode: '4006381333931', status: 'active', categories: [1] });
    await synchronize(server(), [SITE]);
    return { model, matrix };
  };

  it('[L560] names what holds the record, with links, and the feeds that publish it', async () => {
    const { model, matrix } = await begin();
    const { user } = await open('/content/nomenclature/1/settings', 'admin');
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    const dialog = within(await screen.findByRole('dialog', { name: `Удалить «${numbered(1)}»?` }));
    const link = (name: string) => dialog.getByRole('link', { name });
    expect(await dialog.findByText('Удаление затронет:')).toBeVisible();
    expect(dialog.getAllByRole('listitem').map(line => line.textContent)).toEqual([
      '1 модель: Напитки',
      '1 матрица: Утро',
      'Опубликовано: Сайт',
    ]);
    expect(link('Напитки')).toHaveAttribute('href', `/content/catalog/${model.id}/settings`);
    expect(link('Утро')).toHaveAttribute('href', expect.stringMatching(`^/content/matrices/${matrix.id}/`));
    expect(link('Сайт')).toHaveAttribute('href', '/content/synchronization');
  });

  it('[L560] counts the products of a model, and what many records are in', async () => {
    const { model } = await begin();
    const { user } = await open(`/content/catalog/${model.id}/settings`, 'admin');
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    const question = within(await screen.findByRole('dialog', { name: 'Удалить «Напитки»?' }));
    const named = [1, 2, 3, 4, 5].map(numbered).join(', ');
    expect(await question.findByText(/^7 товаров/)).toHaveTextContent(`7 товаров: ${named} и ещё 2`);
    const list = await open('/content/nomenclature', 'admin');
    await findRow(numbered(1));
    await list.user.click(screen.getByRole('checkbox', { name: 'Выбрать все на странице' }));
    const bar = within(screen.getByRole('region', { name: 'Выбранное' }));
    await list.user.click(bar.getByRole('button', { name: 'Удалить' }));
    const many = within(await screen.findByRole('dialog', { name: 'Удалить 7 товаров?' }));
    expect(await many.findByText(/модель/)).toHaveTextContent('1 модель: Напитки');
    expect(many.getByText(/матрица/)).toHaveTextContent('1 матрица: Утро');
    expect(many.getByRole('link', { name: 'Сайт (1)' })).toBeVisible();
  });
});
