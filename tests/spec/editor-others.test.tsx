import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { addProducts } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open, answer } = useScreens();

const field = (name: string) => screen.getByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Сохранить' });
const stored = async () => (await (await server().as('admin'))('GET', '/products/1')).result;
const unsaved = () => screen.queryByRole('region', { name: 'Не сохранено' });

/** The editor of «Квас», opened and connected, and what somebody else changes in it. */
const openEditor = async () => {
  const { user } = await open('/content/nomenclature/1/settings');
  await screen.findByRole('heading', { name: 'Квас' });
  await screen.findByText('Изменения видны сразу');
  const send = await server().as('admin');
  const somebodyElse = (changes: object) => send('PUT', '/products/1', changes);
  return { user, somebodyElse };
};

beforeEach(() => addProducts(server(), { name: 'Квас', sku: 'K-1', weight: 0.5 }));

describe('A record that somebody else saved first', () => {
  /** Somebody changed article and status; this form has another name and article, and was sent. */
  const collide = async () => {
    const { user, somebodyElse } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    await user.type(field('Артикул'), '0');
    // What the socket would tell of it is of no concern here.
    answer(http.get('*/api/products/1', () => new Promise(() => undefined)));
    await somebodyElse({ sku: 'K-2', status: 'active' });
    await user.click(save());
    return { user, dialog: within(await screen.findByRole('dialog')) };
  };
  const rows = (dialog: Pick<typeof screen, 'getAllByRole'>) =>
    dialog
      .getAllByRole('row')
      .slice(1)
      .map(row => [...row.children].map(cell => cell.textContent));

  it('[L13, X17] a 409 shows what they changed beside what was and what stands in the form', async () => {
    const { dialog } = await collide();
    expect(dialog.getByRole('heading', { name: 'Запись успели изменить' })).toBeVisible();
    expect(rows(dialog)).toEqual([
      ['Артикул', 'K-1', 'K-2', 'K-10'],
      ['Статус', 'Черновик', 'Активен', 'Черновик'],
    ]);
  });

  it('[L13] taking theirs and keeping mine loses neither', async () => {
    const { user, dialog } = await collide();
    await user.click(dialog.getByRole('button', { name: 'Взять чужие, мои правки оставить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(field('Название')).toHaveValue('Квас хлебный');
    expect(field('Артикул')).toHaveValue('K-10');
    expect(screen.getByRole('combobox', { name: 'Статус' })).toHaveTextContent('Активен');
    await user.click(save());
    await screen.findByText('Сохранено');
    expect(await stored()).toMatchObject({ name: 'Квас хлебный', sku: 'K-10', status: 'active', version: 3 });
  });

  it('[L13] taking theirs and dropping mine leaves nothing to save', async () => {
    const { user, dialog } = await collide();
    await user.click(dialog.getByRole('button', { name: 'Взять чужие, мои отбросить' }));
    await waitFor(() => expect(field('Артикул')).toHaveValue('K-2'));
    expect(field('Название')).toHaveValue('Квас');
    await waitFor(() => expect(unsaved()).not.toBeInTheDocument());
  });

  it('[L13, U3] going back to the form changes nothing and returns the focus', async () => {
    const { user, dialog } = await collide();
    await user.click(dialog.getByRole('button', { name: 'Вернуться к форме' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(field('Название')).toHaveValue('Квас хлебный');
    expect(unsaved()).toHaveTextContent('Название, Артикул');
    expect(save()).toHaveFocus();
  });
});

describe('A record that changes while its form is open', () => {
  it('[L14, L19] an untouched form follows, and what is shown is not called unsaved', async () => {
    const { somebodyElse } = await openEditor();
    await somebodyElse({ sku: 'K-2' });
    await waitFor(() => expect(field('Артикул')).toHaveValue('K-2'));
    expect(unsaved()).not.toBeInTheDocument();
  });

  it('[L14] what was typed is not overwritten; a note names what changed and offers it', async () => {
    const { user, somebodyElse } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    await somebodyElse({ name: 'Квас тёмный', sku: 'K-2' });
    const note = await screen.findByText(/^Запись изменили в другом окне/);
    expect(note).toHaveTextContent('Запись изменили в другом окне или другой сотрудник: Название, Артикул.');
    expect(field('Название')).toHaveValue('Квас хлебный');
    expect(field('Артикул')).toHaveValue('K-1');
    await user.click(screen.getByRole('button', { name: 'Показать, мои правки останутся' }));
    await waitFor(() => expect(field('Артикул')).toHaveValue('K-2'));
    expect(field('Название')).toHaveValue('Квас хлебный');
    await user.click(save());
    await screen.findByText('Сохранено');
    expect(await stored()).toMatchObject({ name: 'Квас хлебный', sku: 'K-2' });
  });

  it('[L14] the own save is not taken for somebody else’s', async () => {
    const { user } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    await user.click(save());
    await screen.findByText('Сохранено');
    await screen.findByRole('heading', { name: 'Квас хлебный' });
    expect(screen.queryByText(/^Запись изменили/)).not.toBeInTheDocument();
    await user.type(field('Артикул'), '2');
    await user.click(save());
    await waitFor(async () => expect(await stored()).toMatchObject({ sku: 'K-12', version: 3 }));
  });

  it('[L20, L14] a record that was deleted meanwhile keeps the form, and saving says that it is gone', async () => {
    const { user } = await openEditor();
    await user.type(field('Название'), ' хлебный');
    await (await server().as('admin'))('DELETE', '/products/1');
    await user.click(save());
    expect(await screen.findByText('Запись не найдена: возможно, её удалили')).toBeVisible();
    expect(field('Название')).toHaveValue('Квас хлебный');
  });
});
