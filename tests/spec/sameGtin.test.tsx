import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

describe('§9 One GTIN in several lengths, in the form', () => {
  it('[I941] names the product that has it in another length, with a link', async () => {
    await addProducts(server(), { name: 'Квас' }, { name: 'Морс', barcode: '0042100005264' });
    const { user } = await open('/content/nomenclature/1/settings', 'admin');
    const field = await screen.findByRole('textbox', { name: 'Штрихкод' });
    await user.type(field, '042100005264');
    await user.tab();
    expect(await screen.findByRole('link', { name: 'Морс' })).toHaveAttribute(
      'href',
      '/content/nomenclature/2/settings',
    );
    await waitFor(() => expect(field).toHaveAccessibleDescription('Такое значение уже есть: Морс'));
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('Не сохранено: проверьте отмеченные поля')).toBeVisible();
  });
});
