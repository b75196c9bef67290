import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { addCafe } from '#tests/support/cafes.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();

describe('The key of a cafe', () => {
  it('[M5] however often the button is clicked one key is made, and the list knows that there is one', async () => {
    await addCafe(server(), { address: 'https://cafe.example/media', key_salt: null, has_key: false });
    let asked = 0;
    answer(
      http.post('*/api/cafe/*/key', () => {
        asked += 1;
      }),
    );
    const { user } = await open('/content/settings/cafe', 'admin');
    await user.click(await screen.findByRole('button', { name: 'Ключ подписи: Кафе на Кирова' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.dblClick(dialog.getByRole('button', { name: 'Создать ключ' }));
    await dialog.findByRole('textbox', { name: 'Ключ' });
    expect(asked).toBe(1);
    await user.click(dialog.getByRole('button', { name: 'Ключ сохранён' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(await screen.findByRole('button', { name: 'Ключ подписи: Кафе на Кирова' }));
    expect(await screen.findByRole('button', { name: 'Заменить ключ' })).toBeVisible();
  });
});
