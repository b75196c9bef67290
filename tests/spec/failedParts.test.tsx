import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { addLanguages } from '#tests/support/attributes.ts';
import { addModels, addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();

const REASON = 'База занята';

/** @returns repairs the read */
const breakRead = (path: string): (() => void) => {
  let isBroken = true;
  answer(
    http.get(path, () => (isBroken ? HttpResponse.json({ code: 504, message: REASON }, { status: 504 }) : undefined)),
  );
  return () => {
    isBroken = false;
  };
};

describe('§8 Parts of a screen whose reads fail', () => {
  it('[N29] the dialog that links records says so, and finds them again', async () => {
    await addProducts(server(), { name: 'Квас' });
    await addModels(server(), { name: 'Напитки' });
    const { user } = await open('/content/catalog/1/products');
    const add = await screen.findByRole('button', { name: 'Добавить' });
    const repair = breakRead('*/api/products');
    await user.click(add);
    const dialog = within(await screen.findByRole('dialog', { name: 'Добавить товары' }));
    expect(await dialog.findByText(REASON)).toBeVisible();
    repair();
    await user.click(dialog.getByRole('button', { name: 'Повторить' }));
    expect(await dialog.findByRole('checkbox', { name: 'Квас' })).toBeVisible();
    expect(dialog.queryByText(REASON)).not.toBeInTheDocument();
  });

  it('[N29] the dialog that orders records says so, and reads them again', async () => {
    await addLanguages(server(), ['ru', 'Русский'], ['en', 'English']);
    const { user } = await open('/content/settings/language', 'admin');
    await screen.findByRole('link', { name: 'Русский' });
    const repair = breakRead('*/api/language');
    await user.click(screen.getByRole('button', { name: 'Изменить порядок' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Порядок: Языки' }));
    expect(await dialog.findByText(REASON)).toBeVisible();
    repair();
    await user.click(dialog.getByRole('button', { name: 'Повторить' }));
    expect(await dialog.findByRole('button', { name: 'Переместить «Русский»' })).toBeVisible();
    expect(dialog.queryByText(REASON)).not.toBeInTheDocument();
  });

  it.each([
    ['the picker of matrices', '/content/matrices/merge', '*/api/matrices'],
    ['the picker of a role', '/content/users/create', '*/api/roles'],
    ['the attributes of a list', '/content/nomenclature', '*/api/attribute'],
    ['the projects of the history', '/content/history', '*/api/project'],
  ])('[N29] %s could not be read: a notice gives the reason', async (_, address, path) => {
    breakRead(path);
    await open(address, 'admin');
    await waitFor(() => expect(screen.getByText(REASON).closest('[data-notice][data-floating]')).toBeVisible());
  });
});
