import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { addModels, addProducts, addValues } from '#tests/support/records.ts';
import { useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

const heading = (name: string | RegExp) => screen.findByRole('heading', { name });
const menu = () => screen.getByRole('navigation', { name: 'Меню' });

beforeEach(async () => {
  await addProducts(server(), { name: 'Квас' });
  await addModels(server(), { name: 'Квасы' });
  await addValues(server(), 'brand', 'Своя полка');
});

describe('The focus after a change of the page', () => {
  it('[U15] it is on the heading of the page that was come to, also when that comes late', async () => {
    const { user } = await open('/content/nomenclature');
    await user.click(within(menu()).getByRole('link', { name: 'Каталог моделей' }));
    await waitFor(async () => expect(await heading('Каталог моделей')).toHaveFocus());
    await user.click(await screen.findByRole('link', { name: 'Квасы' }));
    await waitFor(async () => expect(await heading('Квасы')).toHaveFocus());
    await user.click(within(menu()).getByRole('link', { name: 'Импорт' }));
    await waitFor(async () => expect(await heading('Импорт номенклатуры')).toHaveFocus());
  });

  it('[U15] the first page of a visit leaves it where the browser has it', async () => {
    await open('/content/nomenclature');
    await screen.findByRole('link', { name: 'Квас' });
    expect(document.body).toHaveFocus();
  });

  it('[U15] a search, an order or a tab changes the address, and the focus stays', async () => {
    const { user } = await open('/content/nomenclature');
    await screen.findByRole('link', { name: 'Квас' });
    const search = screen.getByRole('searchbox', { name: 'Найти' });
    await user.type(search, 'квас');
    await waitFor(() => expect(window.location.search).toContain('%D0%BA%D0%B2%D0%B0%D1%81'));
    expect(search).toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Квас' }));
    await heading('Квас');
    const tab = screen.getByRole('link', { name: 'Цена' });
    await user.click(tab);
    await screen.findByRole('textbox', { name: 'Цена, RUB' });
    expect(tab).toHaveFocus();
  });
});

describe('Keys', () => {
  it('[U5] / goes to the search of the list, and types nothing there', async () => {
    const { user } = await open('/content/nomenclature');
    await screen.findByRole('link', { name: 'Квас' });
    await user.keyboard('/');
    const search = screen.getByRole('searchbox', { name: 'Найти' });
    expect(search).toHaveFocus();
    expect(search).toHaveValue('');
    await user.keyboard('n/?j');
    expect(search).toHaveValue('n/?j');
    await user.keyboard('{Escape}');
    expect(search).toHaveValue('');
  });

  it('[U5] n makes a new record, g and a letter go to a section', async () => {
    const { user } = await open('/content/nomenclature');
    await screen.findByRole('link', { name: 'Квас' });
    await user.keyboard('n');
    await heading('Новый товар');
    (document.activeElement as HTMLElement | null)?.blur();
    await user.keyboard('gm');
    await heading('Каталог моделей');
    await user.keyboard('gi');
    await heading('Импорт номенклатуры');
    await user.keyboard('gh');
    await heading('Здравствуйте, Анна');
  });

  it('[U5, U3, N63] ? shows all keys, Escape closes them and returns the focus', async () => {
    const { user } = await open('/content/nomenclature');
    const link = await screen.findByRole('link', { name: 'Квас' });
    link.focus();
    await user.keyboard('?');
    const keys = await screen.findByRole('dialog', { name: 'Горячие клавиши' });
    expect(within(keys).getAllByRole('term').length).toBeGreaterThan(5);
    expect(within(keys).getByText('К сообщению и обратно')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(link).toHaveFocus();
  });

  it('[U5] no key leads away from under a dialog', async () => {
    const { user } = await open('/content/nomenclature');
    await screen.findByRole('link', { name: 'Квас' });
    await user.keyboard('?');
    const { parentElement: frame } = await screen.findByRole('dialog', { name: 'Горячие клавиши' });
    for (const code of ['KeyG', 'KeyM', 'KeyN']) fireEvent.keyDown(frame ?? document.body, { key: code, code });
    expect(window.location.pathname).toBe('/content/nomenclature');
  });

  it('[U5] the keys work in the Russian layout', async () => {
    await open('/content/nomenclature');
    await screen.findByRole('link', { name: 'Квас' });
    fireEvent.keyDown(document.body, { key: '.', code: 'Slash' });
    expect(screen.getByRole('searchbox', { name: 'Найти' })).toHaveFocus();
    (document.activeElement as HTMLElement).blur();
    fireEvent.keyDown(document.body, { key: ',', code: 'Slash', shiftKey: true });
    expect(await screen.findByRole('dialog', { name: 'Горячие клавиши' })).toBeVisible();
  });

  it('[U5] with Ctrl, Alt or Meta the keys are the browser’s', async () => {
    await open('/content/nomenclature');
    await screen.findByRole('link', { name: 'Квас' });
    fireEvent.keyDown(document.body, { key: 'n', code: 'KeyN', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: '/', code: 'Slash', altKey: true });
    expect(window.location.pathname).toBe('/content/nomenclature');
    expect(document.body).toHaveFocus();
  });
});
