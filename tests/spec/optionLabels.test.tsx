import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { closeAll } from '#tests/support/recordedDrafts.ts';
import { recordIn } from '#tests/support/samples.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

describe('Statuses', () => {
  const begin = async () => {
    const send = await server().as('admin');
    const product = recordIn(await send('POST', '/products', { name: 'Латте', status: 'active' }));
    const model = recordIn(
      await send('POST', '/models', { name: 'Кофе', status: 'active', product_ids: [product.id] }),
    );
    const matrix = recordIn(await send('POST', '/matrices', { name: 'Утро', status: 'active' }));
    await send('POST', `/matrices/${matrix.id}/products`, { ids: [product.id] });
    return { product, model, matrix };
  };

  it('[L640] agree with what they describe: in lists, forms and filters', async () => {
    const { model } = await begin();
    await open('/content/nomenclature', 'admin');
    expect(await screen.findByText('Активен')).toBeVisible();
    await open('/content/matrices', 'admin');
    expect(await screen.findByText('Активна')).toBeVisible();
    const { user } = await open('/content/catalog', 'admin');
    expect(await screen.findByText('Активна')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Фильтр' }));
    await user.click(await screen.findByRole('option', { name: 'Статус' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Активна' }));
    expect(await screen.findByRole('button', { name: 'Статус: Активна', hidden: true })).toBeInTheDocument();
    await open(`/content/catalog/${model.id}/settings`, 'admin');
    expect(await screen.findByRole('option', { name: 'Активна' })).toHaveValue('active');
  });

  it('[L640] are those of the other record where a screen shows two kinds', async () => {
    const { product, model, matrix } = await begin();
    await open(`/content/catalog/${model.id}/products`, 'admin');
    expect(await screen.findByText('Активен')).toBeVisible();
    await open(`/content/nomenclature/${product.id}/models`, 'admin');
    expect(await screen.findByText('Активна')).toBeVisible();
    await open(`/content/matrices/${matrix.id}/nomenclature`, 'admin');
    expect(await screen.findByText('Активен')).toBeVisible();
  });

  it('[L640] agree in the history too', async () => {
    const { model } = await begin();
    await closeAll(server(), { runId: 1, at: new Date() });
    await (await server().as('admin'))('PUT', `/models/${model.id}`, { status: 'archived' });
    await open('/content/history?draft=2', 'admin');
    expect(await screen.findByText('Активна')).toBeVisible();
  });
});
