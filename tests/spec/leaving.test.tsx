import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { addManyProducts, addValues, numbered } from '#tests/support/records.ts';
import { goTo, useScreens } from '#tests/support/screen.tsx';

const { server, open } = useScreens();

const name = () => screen.getByRole('textbox', { name: 'Название' });
const question = () => screen.findByRole('dialog', { name: 'Уйти без сохранения?' });
const noQuestion = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const choose = async (user: UserEvent, button: string) =>
  user.click(within(await question()).getByRole('button', { name: button }));
/** Whether the browser would ask before it closes the window. */
const asksOnClose = (): boolean => {
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
};

describe('Leaving a form with unsaved changes', () => {
  beforeEach(() => addManyProducts(server(), 12));

  /** The editor of the first product with another name typed in. */
  const openChanged = async () => {
    const { user } = await open('/content/nomenclature/1/settings');
    await screen.findByRole('heading', { name: numbered(1) });
    await user.type(name(), '!');
    return user;
  };

  it('[L11] a link to another section asks for confirmation; staying keeps what was typed and the address', async () => {
    const user = await openChanged();
    await user.click(screen.getByRole('link', { name: 'Каталог моделей' }));
    const dialog = await question();
    expect(dialog).toHaveTextContent('В форме есть несохранённые изменения, они пропадут.');
    expect(within(dialog).getByRole('button', { name: 'Остаться' })).toHaveFocus();
    await user.click(within(dialog).getByRole('button', { name: 'Остаться' }));
    await noQuestion();
    expect(name()).toHaveValue(`${numbered(1)}!`);
    expect(window.location.pathname).toBe('/content/nomenclature/1/settings');
  });

  it('[L11] going without saving drops what was typed', async () => {
    const user = await openChanged();
    await user.click(screen.getByRole('link', { name: 'К разделу «Номенклатура»' }));
    await choose(user, 'Уйти без сохранения');
    await user.click(await screen.findByRole('link', { name: numbered(1) }));
    await screen.findByRole('heading', { name: numbered(1) });
    expect(name()).toHaveValue(numbered(1));
  });

  it('[L11] Escape stays, and the focus returns to the link', async () => {
    const user = await openChanged();
    const link = screen.getByRole('link', { name: 'Каталог моделей' });
    await user.click(link);
    await question();
    await user.keyboard('{Escape}');
    await noQuestion();
    expect(name()).toHaveValue(`${numbered(1)}!`);
    expect(link).toHaveFocus();
  });

  it('[L11] moving from record 1 to record 12 is leaving', async () => {
    const { user } = await open('/content/nomenclature/12/settings');
    await screen.findByRole('heading', { name: numbered(12) });
    await user.click(screen.getByRole('link', { name: 'К разделу «Номенклатура»' }));
    await user.click(await screen.findByRole('link', { name: numbered(1) }));
    await screen.findByRole('heading', { name: numbered(1) });
    await user.type(name(), '!');
    window.history.go(-2);
    await choose(user, 'Уйти без сохранения');
    expect(await screen.findByRole('heading', { name: numbered(12) })).toBeVisible();
    expect(name()).toHaveValue(numbered(12));
  });

  it('[L11] another tab of the same record is not leaving, and what was typed waits there', async () => {
    const user = await openChanged();
    const tabs = within(screen.getByRole('navigation', { name: 'Разделы записи' }));
    await user.click(tabs.getByRole('link', { name: 'Цена' }));
    await screen.findByRole('textbox', { name: 'Цена, RUB' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Не сохранено' })).toHaveTextContent('Название');
    await user.click(tabs.getByRole('link', { name: 'Настройки' }));
    await waitFor(() => expect(name()).toHaveValue(`${numbered(1)}!`));
  });

  it('[L11] the address of the record itself is not leaving, and leads back to a tab with what was typed', async () => {
    await openChanged();
    goTo('/content/nomenclature/1');
    await waitFor(() => expect(window.location.pathname).toBe('/content/nomenclature/1/settings'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(name()).toHaveValue(`${numbered(1)}!`);
  });

  it.each([
    '/content/nomenclature/1/nothing',
    '/content/nomenclature/12/settings',
    '/content/nomenclature/1/settings/x',
  ])('[L11] %s is leaving', async address => {
    const user = await openChanged();
    goTo(address);
    await choose(user, 'Остаться');
    await noQuestion();
    expect(name()).toHaveValue(`${numbered(1)}!`);
  });

  it('[L11] a form without tabs is left by every other address', async () => {
    await addValues(server(), 'brand', 'Ясень');
    const { user } = await open('/content/settings/reference/brand/1/edit', 'admin');
    await screen.findByRole('heading', { name: 'Ясень' });
    await user.type(name(), '!');
    for (const address of ['/content/settings/reference/brand', '/content/settings/reference/brand/1']) {
      goTo(address);
      await choose(user, 'Остаться');
      await noQuestion();
    }
    expect(name()).toHaveValue('Ясень!');
  });

  it('[L11] signing out asks for confirmation, and staying keeps the page', async () => {
    const user = await openChanged();
    await user.click(screen.getByRole('button', { name: /^Учётная запись/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Выйти' }));
    await choose(user, 'Остаться');
    await noQuestion();
    expect(name()).toHaveValue(`${numbered(1)}!`);
  });

  it('[L11] another language is not leaving, and the form stays as it was', async () => {
    const user = await openChanged();
    await user.click(screen.getByRole('button', { name: 'Язык: Русский' }));
    await user.click(screen.getByRole('menuitemradio', { name: 'English' }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue(`${numbered(1)}!`);
    expect(screen.getByRole('region', { name: 'Not saved' })).toHaveTextContent('Name');
  });

  it('[L11] the browser asks before the window closes, and only then', async () => {
    const user = await openChanged();
    expect(asksOnClose()).toBe(true);
    await user.keyboard('{Backspace}');
    await waitFor(() => expect(asksOnClose()).toBe(false));
  });

  it('[L11] an untouched form, and one that was saved, are left without a question', async () => {
    const user = await openChanged();
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await screen.findByRole('heading', { name: `${numbered(1)}!` });
    await user.click(screen.getByRole('link', { name: 'К разделу «Номенклатура»' }));
    expect(await screen.findByRole('link', { name: `${numbered(1)}!` })).toBeVisible();
    expect(asksOnClose()).toBe(false);
  });

  it('[L11] leaving a new record asks for confirmation too, once something was typed', async () => {
    const { user } = await open('/content/nomenclature/new');
    await screen.findByRole('heading', { name: 'Новый товар' });
    await user.click(screen.getByRole('link', { name: 'Каталог моделей' }));
    await screen.findByRole('heading', { name: 'Каталог моделей' });
    await user.click(screen.getAllByRole('link', { name: 'Создать' })[0] as HTMLElement);
    await screen.findByRole('heading', { name: 'Новая модель' });
    await user.type(name(), 'Сыры');
    await user.click(screen.getByRole('button', { name: 'Отмена' }));
    await choose(user, 'Остаться');
    await noQuestion();
    expect(name()).toHaveValue('Сыры');
  });
});
