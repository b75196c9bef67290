import { screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { goTo, useScreens } from '#tests/support/screen.tsx';
import { beginSite } from '#tests/support/siteTree.ts';
import { button, go, item, press, saveTree, typeName } from '#tests/support/treeScreen.ts';

const { server, open, load, answer } = useScreens();
const EDITOR = '/content/categories';
const begin = (...others: string[]) => beginSite(server(), ...others);
const openEditor = async (address = EDITOR) => {
  const { user } = await open(address);
  await screen.findByRole('treeitem', { name: /Напитки/ });
  return user;
};

it('[K48] nothing changes the tree while it is saved, and the edits on offer stay on offer', async () => {
  const { saved } = await begin();
  const before = await openEditor();
  go(/Еда/);
  await press(before, '{Shift>}{Insert}{/Shift}');
  await typeName(before, 'Крупы');
  window.dispatchEvent(new Event('pagehide'));
  const { user } = await load(EDITOR);
  await screen.findByText(/Остались несохранённые изменения этого дерева/);
  go(/Еда/);
  await press(user, '{F2}');
  await typeName(user, 'Снедь');
  await press(user, '{Control>}x{/Control}');
  go(/Напитки/);
  let release = (): void => undefined;
  const looked = new Promise<void>(resolve => {
    release = resolve;
  });
  answer(http.put('*/api/categories/*', () => looked, { once: true }));
  await user.click(button('Сохранить'));
  await user.dblClick(item(/Напитки/));
  expect(screen.queryByRole('textbox', { name: 'Название категории' })).not.toBeInTheDocument();
  for (const name of ['Вернуть', 'Вставить в «Напитки»', 'Вставить после «Напитки»', 'Вставить на верхний уровень'])
    expect(button(name)).toBeDisabled();
  release();
  await screen.findByText('Дерево категорий сохранено');
  expect(await saved()).toBe('Снедь(Сыры(Мягкие Твёрдые) Хлеб) Напитки(Чай)');
  await user.click(button('Вернуть'));
  await saveTree(user);
  expect(await saved()).toMatch(/Хлеб Крупы/);
});

it('[K54] no question is asked on leaving for files that go on uploading', async () => {
  await begin();
  const { services } = await open(EDITOR);
  await screen.findByRole('treeitem', { name: /Напитки/ });
  const forget = services.unsavedForms.register({ isUnsaved: () => true, outlivesScreen: true });
  goTo('/content/settings');
  expect(await screen.findByRole('heading', { name: 'Настройки', level: 1 })).toBeVisible();
  forget();
});
