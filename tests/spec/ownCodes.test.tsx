import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

describe('§9 A barcode of a shop’s own in the form', () => {
  it('[I940] is refused at its field before the save, until the settings name its prefix', async () => {
    await addProducts(server(), { name: 'Сыр' });
    const { user } = await open('/content/nomenclature/1/settings', 'admin');
    const field = await screen.findByRole('textbox', { name: 'Штрихкод' });
    await user.type(field, '2000000000001');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(/^Контрольная цифра не сходится/));
    await (await server().as('admin'))('POST', '/barcode', { prefix: '20', name: 'Весовой товар' });
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByText('Сохранено');
  });

  it('[I953] the empty list of prefixes explains what one is for and what to do', async () => {
    await open('/content/settings/barcode', 'admin');
    expect(await screen.findByText(/^Магазин печатает свои штрихкоды.*Добавьте их первые цифры/)).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Создать' })[0]).toHaveAttribute(
      'href',
      '/content/settings/barcode/create',
    );
  });

  it('[I940] its prefixes have a list among the settings', async () => {
    await open('/content/settings', 'admin');
    expect(await screen.findByRole('link', { name: 'Собственные штрихкоды' })).toHaveAttribute(
      'href',
      '/content/settings/barcode',
    );
  });
});
